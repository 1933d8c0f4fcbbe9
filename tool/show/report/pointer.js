// --- pointer.js: mouse, wheel and touch on the timeline.

function listenToPointer(timeline, rows, look) {
  const {root} = timeline;
  const entryOf = (target) => {
    const shape = target.closest && target.closest(".entry");
    return shape ? rows.entries[Number(shape.dataset.entry)] : null;
  };
  const rowAt = (clientY) => {
    const y = clientY - root.getBoundingClientRect().top;
    return timeline.groups.flatMap((group) => group.rows).find((row) => !row.hidden && y >= row.y && y < row.y + row.height);
  };

  root.addEventListener("wheel", (event) => {
    if (timeline.isGutter(event.clientX)) return;  // the page scrolls
    event.preventDefault();
    const turn = event.deltaMode === 1 ? 33 : 1;
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      timeline.move((event.deltaX || event.deltaY) * turn / 1000);
    } else {
      timeline.zoom(Math.exp(Math.max(-120, Math.min(120, event.deltaY * turn)) / 400), timeline.timeAt(event.clientX));
    }
  }, {passive: false});

  // One finger moves the timeline sideways and the page vertically; two fingers zoom.
  const down = new Map();  // pointers
  let grabbed = null;      // {x, view, moved, overview}
  let spread = 0;
  const farApart = () => {
    const [a, b] = [...down.values()];
    return Math.max(10, Math.abs(a.x - b.x));
  };

  function toOverview(event) {
    const view = timeline.view(), span = view.to - view.from;
    const at = timeline.overviewTime(event.clientX);
    timeline.show(at - span / 2, at + span / 2);
  }
  root.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || event.target.closest(".fold")) return;
    down.set(event.pointerId, {x: event.clientX});
    if (down.size === 2) {
      spread = farApart();
      grabbed = null;
      return;
    }
    grabbed = {
      x: event.clientX,
      view: timeline.view(),
      moved: false,
      overview: Boolean(event.target.closest(".overview")),
      entry: entryOf(event.target)
    };
    if (grabbed.overview) toOverview(event);
  });
  window.addEventListener("pointermove", (event) => {
    if (down.has(event.pointerId)) down.set(event.pointerId, {x: event.clientX});
    if (down.size === 2) {
      const now = farApart(), [a, b] = [...down.values()];
      timeline.zoom(spread / now, timeline.timeAt((a.x + b.x) / 2));
      spread = now;
      return;
    }
    if (!grabbed) return;
    if (Math.abs(event.clientX - grabbed.x) > 4 && !grabbed.moved) {
      grabbed.moved = true;
      root.classList.add("moving");
      look.hover(null);
    }
    if (!grabbed.moved) return;
    if (grabbed.overview) {
      toOverview(event);
      return;
    }
    const by = (grabbed.x - event.clientX) * timeline.cyclesOfPixel();
    timeline.show(grabbed.view.from + by, grabbed.view.to + by);
  });
  function up(event) {
    const was = grabbed;
    down.delete(event.pointerId);
    grabbed = null;
    root.classList.remove("moving");
    if (!was || was.moved || was.overview || event.type === "pointercancel") return;
    // A click pins or unpins.
    if (was.entry) look.pin(was.entry, {x: event.clientX, y: event.clientY});
    else if (look.pinned() && root.contains(event.target)) look.release();
  }
  window.addEventListener("pointerup", up);
  window.addEventListener("pointercancel", up);

  root.addEventListener("pointermove", (event) => {
    if (grabbed && grabbed.moved) return;
    const at = {x: event.clientX, y: event.clientY};
    timeline.setCursor(timeline.isGutter(event.clientX) ? null : timeline.timeAt(event.clientX));
    const entry = entryOf(event.target);
    if (entry) {
      look.hover(entry, at);
      return;
    }
    const row = rowAt(event.clientY);
    if (row && row.memory && !timeline.isGutter(event.clientX)) {
      look.memory(row.memory, timeline.timeAt(event.clientX), at);
      return;
    }
    look.hover(null, at);
  });
  root.addEventListener("pointerleave", () => {
    timeline.setCursor(null);
    look.hover(null);
  });
  root.addEventListener("click", (event) => {
    const fold = event.target.closest(".fold");
    if (fold) timeline.fold(fold.dataset.group);
  });
}
