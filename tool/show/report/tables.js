// --- tables.js: stalls, the breakdown of cycles, and the entries of the kernel.

/// lines: {cells, data, class}; a cell is a text, a number or an element.
function table(caption, heads, lines) {
  const made = html("table", {}, html("caption", {class: "unseen"}, caption));
  if (heads.some(Boolean))
    made.append(html("thead", {}, html("tr", {}, ...heads.map((name) => html("th", {scope: "col"}, name)))));
  const body = html("tbody");
  for (const line of lines) {
    const row = html("tr", {class: line.class});
    for (const [key, value] of Object.entries(line.data || {})) row.dataset[key] = value;
    for (const cell of line.cells)
      row.append(html(
          "td",
          {class: typeof cell === "number"                  ? "n" :
               typeof cell === "string" && cell.length < 12 ? "brief" :
                                                              null},
          typeof cell === "number" ? number(cell) : cell));
    body.append(row);
  }
  made.append(body);
  return html("div", {class: "scroll"}, made);
}
/// A bar of this share of the width, with a number next to it.
const barCell = (part, words) => html(
    "span", {class: "measure"}, html("span", {class: "length", style: "--part:" + Math.min(1, Math.max(0, part)).toFixed(4)}),
    html("span", {class: "value"}, words));

/// "role producer waits 37 cycles/trip at kernel step 0 (await): its own cost" in three parts.
function stallParts(text) {
  const found = /^role (.*?) waits \S+ cycles\/trip at (.*?): (.*)$/.exec(text);
  return found ? {who: found[1], where: found[2], cause: found[3]} : {who: "", where: text, cause: ""};
}

function drawStalls(model, look, section) {
  const {scene} = model;
  section.append(html(
      "h2", {id: "stalls-title"}, "Stalls per steady trip, by cause",
      html("span", {class: "control hint"}, " (click to show)")));
  section.hidden = scene.roles.length === 0;
  if (scene.stall_sums.length === 0) {
    section.append(html("p", {}, "None."));
    return;
  }
  const most = Math.max(...scene.stall_sums.map((sum) => sum.cycles));
  const line = (sum) => {
    const {who, where, cause} = stallParts(sum.text);
    const button = html("button", {type: "button", class: "cause", "aria-pressed": "false", title: sum.text}, cause || where);
    button.addEventListener("click", () => {
      const executions = model.allOf(sum.step).filter((one) => one.stalls.some((stall) => !cause || stall.cause === cause));
      look.keep({arrows: [], executions: new Set(executions), dim: true, button});
    });
    if (sum.step === undefined) button.disabled = true;
    return {cells: [barCell(sum.cycles / most, number(sum.cycles)), who, where, button], data: {stall: sum.cycles}};
  };
  const heads = ["cycles", "role", "step", "waits for"];
  const few = 9;
  section.append(table("Stalls", heads, scene.stall_sums.slice(0, few).map(line)));
  if (scene.stall_sums.length > few) {
    const rest = scene.stall_sums.slice(few);
    section.append(html(
        "details", {class: "more"},
        html(
            "summary", {},
            plural(rest.length, "more cause") + ", " + number(rest.reduce((sum, one) => sum + one.cycles, 0)) + " cycles"),
        table("More stalls", heads, rest.map(line))));
  }
}

function drawCycles(model, section) {
  const {scene} = model;
  section.append(html("h2", {id: "cycles-title"}, scene.roles.length > 0 ? "Cycles per steady trip" : "Units"));
  const all = scene.trip_cycles || 1;
  if (scene.roles.length > 0) {
    section.append(table(
        "Cycles of the waves", ["", "working", "issuing", "stalled", ""],
        scene.roles.map((role) => ({
                           cells: [
                             role.name, role.working, role.issuing, role.stalled,
                             html(
                                 "span", {class: "stack", "aria-hidden": "true"},
                                 ...["working", "issuing", "stalled"].map(
                                     (name) => html("span", {class: name, style: "--part:" + (role[name] / all).toFixed(4)})))
                           ],
                           data: {role: role.name}
                         }))));
  }
  section.append(table(
      "Use of the units", ["unit", "busy", "ops at a time"],
      scene.units.map(
          (unit, u) =>
              ({cells: [model.unitNames[u], barCell(unit.busy, percent(unit.busy)), unit.limit], data: {unit: unit.name}}))));
}

function drawEntryTable(model, look, words, section) {
  const {scene} = model;
  const graph = scene.subject === "graph";
  section.append(html("h2", {id: "entries-title"}, graph ? "Ops" : "Entries of the kernel"));
  const ofOp = (value) => (step) => (step.kind === "op" ? value(step) ?? "" : "");
  const columns = [
    {
      head: graph ? "" : "entry",
      cell: (step, id) => {
        const button = html("button", {type: "button", class: "go", title: "show on the timeline"}, words.called(step));
        button.addEventListener("click", () => {
          if (model.middleOf(id)) look.go(model.middleOf(id));
        });
        return button;
      }
    },
    {head: "role", cell: words.roleName, program: true},
    {head: "op", cell: (step) => html("span", {class: "op"}, step.label)},
    {head: "unit", cell: ofOp((step) => (given(step.unit) ? model.unitNames[step.unit] : ""))},
    {head: "occupies", cell: ofOp((step) => step.occupancy)},
    {head: "latency", cell: ofOp((step) => step.latency)},
    {head: "issue", cell: ofOp((step) => step.issue), program: true},
    {head: "slack", cell: ofOp((step) => step.slack)},
    {
      head: "reason",
      cell: (step) =>
          (step.redundant      ? "redundant: no hazard without it" :
               step.needed_for ? "without it: " + step.needed_for :
                                 ""),
      program: true
    },
  ].filter((column) => !graph || !column.program);
  const known = new Set();
  const lines = [];
  scene.steps.forEach((step, id) => {
    // List steps that roles share only once.
    const key = step.entry === undefined ? id : step.entry + step.label;
    if (step.section !== "kernel" || known.has(key)) return;
    known.add(key);
    lines.push(
        {cells: columns.map((column) => column.cell(step, id)), class: step.redundant ? "redundant" : null, data: {entry: id}});
  });
  section.append(table("Entries", columns.map((column) => column.head), lines));
}
