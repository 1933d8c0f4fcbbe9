// --- keys.js: the keyboard. The timeline is one tab stop and its entries are the next; arrow keys move between entries,
// along a row and from row to row.

function listenToKeys(timeline, rows, look, words) {
  const {root} = timeline;
  let moving = false;
  let current = rows.entries[0] || null;  // the entry that Tab focuses
  const rowsShown = () =>
      timeline.groups.filter((group) => !group.folded).flatMap((group) => group.rows).filter((row) => row.entries.length > 0);
  const isIn = (entry) => {
    const view = timeline.view();
    return entry.to >= view.from && entry.from <= view.to;
  };

  /// One entry is a tab stop: the current one, or else the first visible one.
  function makeReachable() {
    for (const shape of root.querySelectorAll('.entry[tabindex="0"]')) shape.setAttribute("tabindex", "-1");
    if (!current || !timeline.shapeOf(current))
      current = rowsShown().flatMap((row) => row.entries).find((entry) => isIn(entry) && timeline.shapeOf(entry)) || null;
    if (current) fill(timeline.shapeOf(current), {tabindex: 0, "aria-label": words.line(current)}, []);
  }
  function goTo(entry) {
    if (!entry) return;
    current = entry;
    moving = true;  // the focused entry may leave the visible range
    timeline.setFocused(entry);
    timeline.reveal(entry.from, entry.to);
    look.refresh();
    const shape = timeline.shapeOf(entry);
    makeReachable();
    shape.focus({preventScroll: true});
    moving = false;
    look.focus(entry);
  }
  function along(by) { goTo(current.row.entries[current.row.entries.indexOf(current) + by]); }
  function across(by) {
    const all = rowsShown();
    const row = all[all.indexOf(current.row) + by];
    if (!row) return;
    const time = (Math.max(current.from, timeline.view().from) + Math.min(current.to, timeline.view().to)) / 2;
    const distance = (entry) => Math.max(entry.from - time, time - entry.to, 0);
    goTo(row.entries.reduce((best, entry) => (distance(entry) < distance(best) ? entry : best)));
  }

  root.addEventListener("focusin", (event) => {
    const shape = event.target.closest(".entry");
    if (!shape) return;
    const entry = rows.entries[Number(shape.dataset.entry)];
    if (entry === look.looked()) return;
    if (shape.matches(":focus-visible")) goTo(entry);
  });
  root.addEventListener("focusout", (event) => {
    if (!moving && event.target.closest(".entry") && !(event.relatedTarget && event.relatedTarget.closest(".entry")))
      look.focus(null);
  });

  const middleTime = () => (timeline.view().from + timeline.view().to) / 2;
  const everywhere = {
    "+": () => timeline.zoom(0.8, middleTime()),
    "=": () => timeline.zoom(0.8, middleTime()),
    "-": () => timeline.zoom(1.25, middleTime()),
    "0": timeline.showAll,
    k: timeline.showKernel,
    t: timeline.showTrip,
    Escape: () => {
      const wasIn = root.contains(document.activeElement);
      look.release();
      if (wasIn) root.focus({preventScroll: true});
    },
  };
  const onTimeline = {ArrowLeft: () => timeline.move(-0.2), ArrowRight: () => timeline.move(0.2)};
  const onEntry = {
    ArrowLeft: () => along(-1),
    ArrowRight: () => along(1),
    ArrowUp: () => across(-1),
    ArrowDown: () => across(1),
    Enter: () => look.pin(look.pinned() === current ? null : current),
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const target = document.activeElement;
    const inside = root.contains(target);
    if (inside && target.closest(".fold") && (key === "Enter" || key === " ")) {
      timeline.fold(target.closest(".fold").dataset.group);
      event.preventDefault();
      return;
    }
    const action = (inside && target.closest(".entry") && !event.shiftKey && onEntry[key]) ||
        ((inside || target === document.body) && onTimeline[key]) || everywhere[key];
    if (!action) return;
    action();
    event.preventDefault();
  });
  timeline.onDraw(makeReachable);
  makeReachable();
}
