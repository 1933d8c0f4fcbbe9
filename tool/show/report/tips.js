// --- tips.js: the current entry (under the pointer, focused or pinned) and any persistent highlight. Both are combined
// into one highlight of the timeline and one tip.

function makeLook(model, timeline, words) {
  const tip = byId("tip");
  let hovered = null, focused = null, pinned = null;
  let kept = null;  // {arrows, executions, dim, button}: a recurrence, a cause of stalls, a pair

  const timelineIntoView = () => timeline.root.scrollIntoView({block: "nearest"});
  const looked = () => pinned || focused || hovered;

  /// The executions related to an entry: the ends of its arrows, or the pair that needs it.
  function highlightOf(entry) {
    const one = entry.execution;
    if (!one) return {arrows: [], executions: new Set()};
    let arrows = model.arrowsOf(one);
    const pair = one.of.needed_pair;
    const ends = pair ? model.pairAround(pair, one.from) : {};
    if (ends.first && ends.second) arrows = [{from: ends.first, to: ends.second, kind: pair.kind, way: "pair"}];
    return {
      arrows,
      executions: new Set([one, ...Object.values(ends).filter(Boolean), ...arrows.flatMap((arrow) => [arrow.from, arrow.to])])
    };
  }

  function refresh() {
    const entry = looked();
    const parts = [kept, entry && highlightOf(entry)].filter(Boolean);
    timeline.setHighlight(parts.length === 0 ? null : {
      arrows: parts.flatMap((part) => part.arrows),
      executions: new Set(parts.flatMap((part) => [...part.executions])),
      dim: Boolean(kept)
    });
    for (const shape of timeline.root.querySelectorAll(".entry.looked")) shape.classList.remove("looked");
    if (entry && timeline.shapeOf(entry)) timeline.shapeOf(entry).classList.add("looked");
    byId("clear").hidden = !kept && !pinned;
  }

  /// Places the tip next to a point, on the side that hides the least of the highlight.
  function place(x, y) {
    const gap = 14, edge = 8;
    const width = tip.offsetWidth, height = tip.offsetHeight;
    const within = (at, size, all) => Math.max(edge, Math.min(at, all - edge - size));
    const marked = [...timeline.root.querySelectorAll(".entry.marked")].map((shape) => shape.getBoundingClientRect());
    let best = null;
    for (const top of [y + gap, y - gap - height]) {
      for (const left of [x + gap, x - gap - width]) {
        const at = {left: within(left, width, window.innerWidth), top: within(top, height, window.innerHeight)};
        const hides = (box) =>
            box.left < at.left + width && box.right > at.left && box.top < at.top + height && box.bottom > at.top;
        const covers = x > at.left && x < at.left + width && y > at.top && y < at.top + height;
        at.hidden = marked.filter(hides).length + (covers ? 1000 : 0);
        if (!best || at.hidden < best.hidden) best = at;
      }
    }
    tip.style.left = best.left + "px";
    tip.style.top = best.top + "px";
  }
  function open(content, at) {
    const close = pinned ?
        [html("button", {type: "button", class: "close", "aria-label": "unpin (Esc)", title: "unpin (Esc)"}, "×")] :
        [];
    tip.replaceChildren(...close, ...content);
    tip.classList.toggle("pinned", Boolean(pinned));
    tip.hidden = false;
    place(at.x, at.y);
  }
  const close = () => {
    tip.hidden = true;
  };
  function pointOf(entry) {
    const shape = timeline.shapeOf(entry);
    if (!shape) return {x: window.innerWidth / 2, y: window.innerHeight / 2};
    const box = shape.getBoundingClientRect(), around = timeline.root.getBoundingClientRect();
    return {x: Math.min(Math.max(box.left, around.left), around.right), y: box.bottom - 8};
  }
  function tell(at) {
    const entry = looked();
    if (entry) open(words.ofEntry(entry), at || pointOf(entry));
    else close();
  }

  const look = {
    hover(entry, at) {
      if (pinned) return;
      const changed = entry !== hovered;
      hovered = entry;
      if (entry && focused) focused = null;
      if (changed) {
        refresh();
        tell(at);
      } else if (entry && !tip.hidden) place(at.x, at.y);
    },
    memory(memory, time, at) {
      if (pinned || focused) return;
      if (hovered) {
        hovered = null;
        refresh();
      }
      open(words.ofMemory(memory, time), at);
    },
    focus(entry) {
      focused = entry;
      timeline.setFocused(entry);
      if (pinned) pinned = entry || pinned;
      refresh();
      if (!pinned || entry) tell();
    },
    pin(entry, at) {
      pinned = entry;
      refresh();
      tell(at);
    },
    /// Goes to an execution.
    go(one) {
      const entry = startPoint(one) && startPoint(one).entry;
      if (!entry) return;
      if (entry.row.hidden) timeline.fold(timeline.groups.find((group) => group.rows.includes(entry.row)).name);
      timeline.reveal(entry.from, entry.to);
      timelineIntoView();
      look.pin(entry);
    },
    /// Toggles a persistent highlight by its button.
    keep(what) {
      const same = kept && what && kept.button === what.button;
      if (kept && kept.button) kept.button.setAttribute("aria-pressed", "false");
      kept = same ? null : what;
      if (kept && kept.button) kept.button.setAttribute("aria-pressed", "true");
      refresh();
      if (kept && kept.executions.size > 0) {
        const all = [...kept.executions];
        const seen = all.some((one) => one.to >= timeline.view().from && one.from <= timeline.view().to);
        if (!seen) timeline.reveal(all[0].from, all[0].to);
        timelineIntoView();
      }
    },
    /// Goes one step back: clears the pin, then the highlight.
    release() {
      if (pinned || hovered || focused) {
        pinned = hovered = focused = null;
        timeline.setFocused(null);
      } else if (kept) {
        look.keep(null);
      }
      refresh();
      close();
    },
    clear() {
      look.release();
      if (kept) {
        look.keep(null);
        refresh();
      }
    },
    pinned: () => pinned,
    looked,
    refresh,
  };

  tip.addEventListener("click", (event) => {
    if (event.target.closest(".close")) {
      look.release();
      return;
    }
    const button = event.target.closest(".go");
    if (!button) return;
    const {step, trip} = button.dataset;
    const one = (trip !== undefined && model.execution(Number(step), Number(trip))) || model.middleOf(Number(step));
    if (one) look.go(one);
  });
  return look;
}
