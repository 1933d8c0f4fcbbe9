// --- recurrence.js: the interval, its bound, and the critical recurrences.

/// The executions of a recurrence's steps, one cycle, from the middle of the run.
function onceRound(model, recurrence) {
  const arrows = [], executions = new Set();
  let trip = null;
  for (const edge of recurrence.edges) {
    const from = trip === null ? model.middleOf(edge.from) : model.execution(edge.from, trip);
    const to = from && model.execution(edge.to, from.trip + edge.distance);
    for (const one of [from, to])
      if (one) executions.add(one);
    if (from && to && from !== to) arrows.push({from, to, kind: "flow", way: "recurrence"});
    trip = to ? to.trip : null;
  }
  return {arrows, executions};
}

function drawRecurrence(model, look, words, recurrence) {
  const {scene} = model;
  const button = html("button", {type: "button", class: "control", "aria-pressed": "false"}, "show on the timeline");
  button.addEventListener("click", () => look.keep({...onceRound(model, recurrence), dim: true, button}));
  const few = 8;
  const list = (from, to) => html(
      "ol", {class: "recurrence", start: from + 1},
      ...recurrence.edges.slice(from, to).map(
          (edge) => html(
              "li", {"data-from": edge.from, "data-to": edge.to}, html("b", {}, words.called(scene.steps[edge.from])),
              " " + shortLabel(scene.steps[edge.from].label), html("span", {class: "soft"}, " — " + [
                edge.cycles === undefined ? "" : plural(edge.cycles, "cycle"), edge.why,
                edge.distance ? words.trips(edge.distance) : ""
              ].filter(Boolean).join(", ") + " →"))));
  const round =
      recurrence.cycles === undefined ? "" : ": " + plural(recurrence.cycles, "cycle") + " in " + plural(recurrence.trips, model.turn);
  const unit = recurrence.of === "bound" && !recurrence.text.startsWith("recurrence ");
  return html(
      "div", {class: "recurrence-of", "data-recurrence": recurrence.of},
      html("h3", {}, (unit ? "Saturated unit" : "Recurrence") + " of the " + recurrence.of + round),
      ...(recurrence.edges.length === 0 ? [html("p", {}, recurrence.text)] : [
        list(0, few),
        recurrence.edges.length > few ?
            html("details", {class: "more"}, html("summary", {}, plural(recurrence.edges.length - few, "more step")), list(few)) :
            null,
        button
      ]));
}

function drawInterval(model, look, words, section) {
  const {scene} = model;
  const {interval} = scene;
  section.append(html("h2", {id: "interval-title"}, "Interval"));
  const most = Math.max(scene.trip_cycles, interval ? Math.max(interval.ii, interval.bound) : 0) || 1;
  const lines = [];
  if (interval) {
    lines.push(
        {cells: ["bound", barCell(interval.bound / most, number(interval.bound)), interval.bound_by], data: {interval: "bound"}});
    lines.push({
      cells: [
        "II", barCell(interval.ii / most, number(interval.ii)),
        interval.optimal ? "optimal" : "not known to be optimal"
      ],
      data: {interval: "ii"}
    });
  }
  lines.push({
    cells: [
      "steady " + model.turn, barCell(scene.trip_cycles / most, number(scene.trip_cycles)),
      scene.exact ? "repeats exactly" : "does not repeat exactly: an average"
    ],
    data: {interval: "trip"}
  });
  section.append(table("Cycles of one " + model.turn, ["", "cycles", ""], lines));
  for (const recurrence of scene.recurrences || []) section.append(drawRecurrence(model, look, words, recurrence));
}
