// --- basics.js: elements and numbers.

const byId = (id) => document.getElementById(id);
const svgNamespace = byId("timeline").namespaceURI;

function fill(made, attributes, children) {
  for (const [key, value] of Object.entries(attributes || {})) {
    if (value !== undefined && value !== null && value !== false) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}
/// An element of the page or of an SVG image.
const html = (name, attributes, ...children) => fill(document.createElement(name), attributes, children);
const svg = (name, attributes, ...children) => fill(document.createElementNS(svgNamespace, name), attributes, children);

/// True for a valid index; an absent one is undefined, null or -1.
const given = (id) => id !== null && id !== undefined && id >= 0;

/// A number with at most two decimals.
const number = (value) => (Number.isInteger(value) ? String(value) : String(Math.round(value * 100) / 100));
const percent = (part) => (part * 100).toFixed(1) + "%";
const plural = (count, word) => number(count) + " " + word + (count === 1 ? "" : "s");
/// An amount of memory, and its share of the capacity.
const share = (most, capacity, unit) =>
    (!capacity            ? amount(most, unit) :
         unit === "bytes" ? amount(most, unit) + " of " + amount(capacity, unit) :
                            number(most) + " of " + plural(capacity, "slot"));
const amount = (value, unit) =>
    (unit !== "bytes"                       ? plural(value, "slot") :
         value >= 1024 && value % 256 === 0 ? number(value / 1024) + " KiB" :
                                              number(value) + " B");

/// The name of an op without trip, slot and accesses: "load K of i: writes K[i % 2]" becomes "load K".
const kindOf = (label) => label.replace(/\s*(?:\bof\b|\bstage\b|[:[@(]|\s\d).*$/, "") || label;
/// Groups ops that differ only in a number.
const family = (label) => kindOf(label).replace(/_?\d+$/, "") || label;
/// A label short enough for a bar.
const shortLabel = (label) =>
    label.replace(/:.*$/, "").replace(/ of i\b( [+-] \d+)?/, "").replace(/ stage (\d+) subtile (\d+)/, " $1.$2");

const ruler = document.createElement("canvas").getContext("2d");
const measured = new Map();
function textWidth(text) {
  if (!measured.has(text)) {
    ruler.font = "11px system-ui, sans-serif";
    measured.set(text, ruler.measureText(text).width);
  }
  return measured.get(text);
}
/// The part of the text that fits the width; empty if it would not be legible.
function fitted(text, width) {
  if (textWidth(text) <= width) return text;
  let length = Math.floor(text.length * width / textWidth(text));
  while (length > 2 && textWidth(text.slice(0, length) + "…") > width) --length;
  return length > 2 ? text.slice(0, length).trimEnd() + "…" : "";
}
