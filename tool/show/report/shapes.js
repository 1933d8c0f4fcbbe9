// --- shapes.js: the shape of an entry in its row.

const glyphs = {
  // around 0, 0
  wait: "M0-5 5 0 0 5-5 0z",
  barrier: "M-2-5.5h4v11h-4z",
  arrive: "M0-5 5 4-5 4z",
  await: "M0 5 5-4-5-4z",
  fence: "M-4-4h8v8h-8z",
};
const stripHeight = 12;  // of the strip with the trip number in a role's row
const barHeight = 18;
const markHeight = 12;   // of a wait, a barrier
const roomForText = 22;  // minimum bar width in pixels for a label

/// The vertical position of an entry in its row.
function tier(entry) {
  const {row} = entry;
  if (row.role !== undefined) {
    if (glyphs[entry.kind]) return {y: stripHeight + barHeight + markHeight * (entry.lane + 0.5), height: 0};
    return {y: stripHeight, height: barHeight};
  }
  if (entry.kind === "held") {
    const height = (row.height - 2) / row.parts;
    return {y: 1 + entry.part * height, height: Math.max(3, height - 1)};
  }
  return {y: 1, height: row.height - 2};
}
/// The vertical centre of an entry.
const middle = (entry) => entry.row.y + tier(entry).y + tier(entry).height / 2;

const labelOf = (entry) => (entry.held ? entry.held.label : entry.execution.of.label);

function entryClass(entry, model) {
  const {kind} = entry;
  let out = "entry " + kind;
  if (glyphs[kind]) return out + " sync" + (entry.execution.of.redundant ? " redundant" : "");
  if (kind !== "stall") out += " c" + model.colourOf(labelOf(entry));
  return out;
}

/// An entry's element; `place` moves it.
function makeShape(entry, model) {
  const of = entry.execution;
  const group = svg("g", {
    class: entryClass(entry, model),
    "data-entry": entry.id,
    "data-kind": entry.kind,
    role: "img",
    tabindex: -1,
    "data-step": of ? of.step : null,
    "data-trip": of ? of.trip : null
  });
  if (glyphs[entry.kind]) {
    group.append(svg("rect", {class: "reach", x: -6, y: -7, width: 12, height: 14}), svg("path", {d: glyphs[entry.kind]}));
  } else {
    group.append(svg("rect", {class: "body", rx: entry.kind === "held" ? 1 : 2}));
    if (entry.kind === "flight") group.append(svg("rect", {class: "queued"}));
  }
  return group;
}

function placeShape(group, entry, x) {
  const {y, height} = tier(entry);
  if (glyphs[entry.kind]) {
    group.setAttribute("transform", "translate(" + x(entry.from).toFixed(2) + " " + (entry.row.y + y) + ")");
    return;
  }
  const from = x(entry.from), width = Math.max(0.8, x(entry.to) - from);
  const top = entry.row.y + y;
  fill(group.firstChild, {x: from.toFixed(2), y: top, width: width.toFixed(2), height}, []);
  const start = entry.kind === "flight" ? Math.max(from, x(entry.execution.slice.start)) : from;
  if (start > from) {
    // Queued, before its unit starts it.
    fill(group.firstChild, {x: start.toFixed(2), width: Math.max(0.8, from + width - start).toFixed(2)}, []);
    fill(group.children[1], {x: from.toFixed(2), y: top + height / 2 - 1, width: (start - from).toFixed(2), height: 2}, []);
  }
  placeText(group, entry, start, from + width - start, top, height, x);
}

/// The label, if it fits, in the visible part of the bar.
function placeText(group, entry, from, width, top, height, x) {
  const left = Math.max(from, x.left), right = Math.min(from + width, x.right);
  let text = group.querySelector("text");
  const words = height >= 11 && right - left > roomForText ? textIn(entry, right - left - 8) : "";
  if (!words) {
    if (text) text.remove();
    return;
  }
  if (!text) {
    text = svg("text");
    group.append(text);
  }
  fill(text, {x: (left + 4).toFixed(2), y: top + height / 2 + 4}, []);
  if (text.textContent !== words) text.textContent = words;
}

function textIn(entry, width) {
  if (entry.kind === "stall") return fitted(number(entry.stall.cycles), width);
  const whole = shortLabel(labelOf(entry)), short = kindOf(whole);
  return textWidth(whole) > width && textWidth(short) <= width ? short : fitted(whole, width);
}
