// --- arrows.js: dependences, drawn from the end of one execution to the start of another.

/// The end of an execution: when its result is available, or when its role continues.
function endPoint(one) {
  const flight = one.entries.find((entry) => entry.kind === "flight");
  const op = one.entries.find((entry) => entry.kind === "op");
  const entry = flight || op || one.entries.find((found) => glyphs[found.kind]) || one.entries[0];
  return entry && {time: glyphs[entry.kind] ? entry.from : entry.to, entry};
}
function startPoint(one) {
  const find = (kind) => one.entries.find((entry) => entry.kind === kind);
  const entry = find("op") || find("flight") || one.entries.find((found) => glyphs[found.kind]) || one.entries[0];
  return entry && {time: entry.from, entry};
}

/// An arrow is {from, to: executions, kind, way}.
function drawArrows(layer, arrows, x) {
  for (const arrow of arrows) {
    const start = endPoint(arrow.from), end = startPoint(arrow.to);
    if (!start || !end || start.entry.row.hidden || end.entry.row.hidden) continue;
    const x1 = x(start.time), x2 = x(end.time), y1 = middle(start.entry), y2 = middle(end.entry);
    const bend = Math.max(14, Math.min(80, Math.abs(x2 - x1) / 2));
    layer.append(svg("path", {
      class: "arrow " + arrow.kind + " " + arrow.way,
      "marker-end": "url(#head-" + arrow.way + ")",
      "data-from": arrow.from.key,
      "data-to": arrow.to.key,
      d: [
        "M", x1.toFixed(1), y1.toFixed(1), "C", (x1 + bend).toFixed(1), y1.toFixed(1), (x2 - bend).toFixed(1), y2.toFixed(1),
        x2.toFixed(1), y2.toFixed(1)
      ].join(" ")
    }));
  }
}

function arrowHeads() {
  return ["in", "out", "recurrence", "pair"].map(
      (way) =>
          svg("marker", {
            id: "head-" + way,
            class: "head " + way,
            viewBox: "0 0 8 8",
            refX: 7,
            refY: 4,
            markerWidth: 7,
            markerHeight: 7,
            markerUnits: "userSpaceOnUse",
            orient: "auto"
          },
              svg("path", {d: "M0 0 8 4 0 8z"})));
}
