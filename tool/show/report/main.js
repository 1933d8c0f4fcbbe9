// --- main.js: assembles the page.

function drawFacts(model) {
  const {scene} = model;
  document.title = scene.title;
  byId("title").textContent = scene.title;
  byId("source").textContent = scene.source;
  const fact = (id, name, value, kind, title) =>
      byId("facts").append(html("div", {id: "fact-" + id, title}, html("dt", {}, name), html("dd", {class: kind}, value)));
  fact("verdict", "verdict", verdictWords(scene.verdict), verdictClass(scene.verdict));
  fact("cycles", scene.subject === "graph" ? "cycles per iteration" : "cycles per trip", number(scene.trip_cycles));
  if (scene.interval) {
    const {ii, bound, optimal, stages, bound_by: by} = scene.interval;
    fact("interval", "II", number(ii) + (optimal ? ", optimal" : "") + (stages ? ", " + plural(stages, "stage") : ""));
    fact("bound", "bound", number(bound) + " by " + by, "long", by);
  }
  if (scene.roles.length > 0)
    fact(
        "stalled", "stalled", scene.roles.map((role) => number(role.stalled)).join(" / "), "",
        scene.roles.map((role) => role.name).join(" / "));
  // For per-role registers: the role that uses most.
  const spaces = new Map();
  for (const memory of scene.memory || [])
    if (!spaces.has(memory.space) || spaces.get(memory.space).most < memory.most) spaces.set(memory.space, memory);
  for (const memory of spaces.values())
    fact(memory.space.replace(/ .*/, ""), memory.space, share(memory.most, memory.capacity, memory.unit));
  fact("run", "drawn", plural(scene.trips, model.turn) + ", " + number(scene.cycles) + " cycles, modelled");
}

function drawLegend(model) {
  const item = (picture, words) => html("span", {class: "item"}, picture, words);
  const few = 8;
  for (const name of model.families.slice(0, few))
    byId("legend").append(item(html("span", {class: "swatch c" + model.colourOf(name)}), name));
  for (const kind of syncKinds) {
    if (!model.scene.steps.some((step) => step.kind === kind)) continue;
    byId("legend").append(item(
        svg("svg", {class: "glyph", viewBox: "-7 -7 14 14", width: 13, height: 13, "aria-hidden": "true"},
            svg("g", {class: "entry sync " + kind}, svg("path", {d: glyphs[kind]}))),
        kind));
  }
  if (model.scene.stalls.length > 0) byId("legend").append(item(html("span", {class: "swatch hatch"}), "stalled"));
  if (model.scene.steps.some((step) => step.redundant))
    byId("legend").append(item(
        svg("svg", {class: "glyph", viewBox: "-7 -7 14 14", width: 13, height: 13, "aria-hidden": "true"},
            svg("g", {class: "entry sync redundant"}, svg("path", {d: glyphs.wait}))),
        "redundant"));
}

function listenToTheme() {
  const button = byId("theme");
  const system = window.matchMedia("(prefers-color-scheme: dark)");
  let chosen = null;
  const isDark = () => (chosen === null ? system.matches : chosen);
  function apply() {
    document.documentElement.style.colorScheme = chosen === null ? "" : chosen ? "dark" : "light";
    button.textContent = isDark() ? "light" : "dark";
    button.setAttribute("aria-pressed", String(isDark()));
    button.title = "switch to " + button.textContent + " colours";
  }
  button.addEventListener("click", () => {
    chosen = !isDark();
    apply();
  });
  system.addEventListener("change", apply);
  apply();
}

/// For printing: show the whole run with everything unfolded; restore the view afterwards.
function listenToPrinter(timeline, look) {
  let before = null;
  function begin() {
    if (before) return;
    look.clear();
    before = {
      view: timeline.view(),
      folded: timeline.groups.filter((group) => group.folded),
      closed: [...document.querySelectorAll("main details:not([open])")]
    };
    for (const group of before.folded) group.folded = false;
    for (const one of before.closed)
      if (!one.matches(".help")) one.open = true;
    timeline.showAll();
    timeline.drawWhole();
  }
  function end() {
    if (!before) return;
    for (const group of before.folded) group.folded = true;
    for (const one of before.closed) one.open = false;
    timeline.show(before.view.from, before.view.to);
    before = null;
    timeline.drawWhole();
  }
  window.matchMedia("print").addEventListener("change", (event) => (event.matches ? begin() : end()));
  window.addEventListener("beforeprint", begin);
  window.addEventListener("afterprint", end);
}

const model = readModel(JSON.parse(byId("scene").textContent));
const rows = makeRows(model);
const timeline = makeTimeline(byId("timeline"), model, rows);
const words = makeWords(model);
const look = makeLook(model, timeline, words);
drawFacts(model);
drawLegend(model);
drawVerdict(model, look, byId("verdict"));
drawInterval(model, look, words, byId("interval"));
drawStalls(model, look, byId("stalls"));
drawCycles(model, byId("cycles"));
drawMemoryTable(model, byId("memory"));
drawEntryTable(model, look, words, byId("entries"));
timeline.drawWhole();
listenToPointer(timeline, rows, look);
listenToKeys(timeline, rows, look, words);
listenToTheme();
listenToPrinter(timeline, look);
byId("zoom-in").addEventListener("click", () => timeline.zoom(0.7, (timeline.view().from + timeline.view().to) / 2));
byId("zoom-out").addEventListener("click", () => timeline.zoom(1 / 0.7, (timeline.view().from + timeline.view().to) / 2));
byId("all").addEventListener("click", timeline.showAll);
byId("kernel").addEventListener("click", timeline.showKernel);
byId("trip").addEventListener("click", timeline.showTrip);
byId("clear").addEventListener("click", look.clear);
new ResizeObserver(timeline.drawWhole).observe(byId("run"));
