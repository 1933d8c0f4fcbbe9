// --- axis.js: the overview, the scale, the sections, and the names of rows.

const sectionTop = 34, sectionHeight = 16, overviewHeight = 9;

/// Distance between ticks: 1, 2 or 5 times a power of ten, for at most this many visible ticks.
function tickOf(span, most) {
  let tick = 1;
  for (let i = 0; span / tick > most; ++i) tick = i % 3 === 1 ? tick / 2 * 5 : tick * 2;
  return tick;
}

function sectionsOf(scene) {
  return [
    ["prologue", 0, scene.kernel_from], ["kernel", scene.kernel_from, scene.kernel_to],
    ["epilogue", scene.kernel_to, scene.cycles]
  ].filter(([, from, to]) => to > from);
}

function drawOverview(layer, scene, view, geometry) {
  const {left, width} = geometry;
  const at = (time) => left + width * time / Math.max(1, scene.cycles);
  for (const [name, from, to] of sectionsOf(scene)) {
    layer.append(svg("rect", {class: "section " + name, x: at(from), y: 2, width: at(to) - at(from), height: overviewHeight}));
  }
  const part = at(view.to) - at(view.from);
  if (part < width - 0.5)
    layer.append(
        svg("rect", {class: "window", x: at(view.from), y: 1, width: Math.max(3, part), height: overviewHeight + 2, rx: 2}));
  layer.append(svg("rect", {class: "overview reach", x: left, y: 0, width, height: overviewHeight + 4}));
}

function drawScale(layer, view, x, bottom) {
  const tick = tickOf(view.to - view.from, Math.max(4, (x.right - x.left) / 90));
  for (let time = Math.ceil(view.from / tick) * tick; time <= view.to; time += tick) {
    layer.append(svg("line", {class: "tick", x1: x(time), x2: x(time), y1: sectionTop - 4, y2: bottom}));
    const anchor = x(time) > x.right - 24 ? "end" : x(time) < x.left + 24 ? "start" : "middle";
    layer.append(svg("text", {class: "tick", x: x(time), y: sectionTop - 8, "text-anchor": anchor}, String(time)));
  }
}

function drawSections(layer, scene, x, bottom) {
  for (const [name, from, to] of sectionsOf(scene)) {
    const left = Math.max(x.left, x(from)), right = Math.min(x.right, x(to));
    if (right <= left) continue;
    layer.append(svg("rect", {class: "ground " + name, x: left, y: sectionTop, width: right - left, height: bottom - sectionTop}));
    layer.append(svg("rect", {class: "section " + name, x: left, y: sectionTop, width: right - left, height: sectionHeight}));
    const label = fitted(name, right - left - 8);
    if (label)
      layer.append(svg("text", {class: "section-name", x: (left + right) / 2, y: sectionTop + 12, "text-anchor": "middle"}, label));
    if (from > 0 && x(from) > x.left) layer.append(svg("line", {class: "border", x1: left, x2: left, y1: sectionTop, y2: bottom}));
  }
}

/// The section and trip of a role over time.
function drawStretches(layer, row, x) {
  for (const one of row.stretches) {
    const left = Math.max(x.left, x(one.from)), right = Math.min(x.right, x(one.to));
    if (right - left < 0.5) continue;
    const kind = one.section === "kernel" ? (one.trip % 2 === 0 ? "even" : "odd") : one.section;
    layer.append(svg("rect", {class: "stretch " + kind, x: left, y: row.y, width: right - left, height: stripHeight - 2}));
    const label = fitted(one.section === "kernel" ? "trip " + one.trip : one.section, right - left - 4);
    if (label) layer.append(svg("text", {class: "stretch-name", x: left + 3, y: row.y + 8.5}, label));
  }
}

function drawNames(layer, groups, left, width) {
  for (const group of groups) {
    layer.append(svg("line", {class: "rule", x1: 0, x2: width, y1: group.y + 0.5, y2: group.y + 0.5}));
    layer.append(
        svg("g", {class: "fold", role: "button", tabindex: 0, "aria-expanded": String(!group.folded), "data-group": group.name},
            svg("rect", {class: "reach", x: 0, y: group.y + 1, width: left, height: 16}),
            svg("text", {class: "group", x: 6, y: group.y + 12}, (group.folded ? "▸ " : "▾ ") + group.name)));
    if (group.folded) continue;
    for (const row of group.rows) {
      const y = row.y + (row.role !== undefined ? stripHeight + 13 : row.kind === "memory" ? 14 : row.height / 2 + 4);
      if (row.label)
        layer.append(
            svg("text", {class: "name", x: 14, y}, fitted(row.label, left - 22 - (row.note ? textWidth(row.note) + 8 : 0))));
      (row.lines ||
       []).forEach((line, i) => layer.append(svg("text", {class: "note", x: 14, y: y + 14 * (i + 1)}, fitted(line, left - 22))));
      if (row.note) layer.append(svg("text", {class: "note", x: left - 8, y, "text-anchor": "end"}, row.note));
    }
  }
}
