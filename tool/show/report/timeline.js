// --- timeline.js: the drawing of a part of the run, with highlights.

function makeTimeline(root, model, {groups}) {
  const left = 156, margin = 12, headHeight = 17;
  const leastSpan = Math.max(2, Math.min(20, model.end / 20));
  let view = {from: 0, to: model.end};
  let highlight = null;  // {arrows, executions: Set, dim}
  let focused = null;    // an entry, drawn wherever it is
  let cursor = null;     // a time
  let afterDraw = () => {};
  const shapes = new Map();  // of drawn entries

  const defs =
      svg("defs", {}, ...arrowHeads(),
          svg("pattern", {id: "hatch", width: 5, height: 5, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)"},
              svg("rect", {class: "hatch-ground", width: 5, height: 5}),
              svg("line", {class: "hatch-line", x1: 1, x2: 1, y1: 0, y2: 5})),
          svg("clipPath", {id: "inside"}, svg("rect", {y: 0})));
  const layer = (name, inside) => svg("g", {class: "layer-" + name, "clip-path": inside ? "url(#inside)" : null});
  const layers = {
    ground: layer("ground"),
    scale: layer("scale"),
    curves: layer("curves", true),
    stretches: layer("stretches", true),
    entries: layer("entries", true),
    arrows: layer("arrows", true),
    cursor: layer("cursor"),
    names: layer("names"),
    overview: layer("overview")
  };
  root.append(defs, ...Object.values(layers));

  // Read once: reading forces a page layout.
  let width = 0;

  /// Positions the rows; returns the total height.
  function layout() {
    let y = sectionTop + sectionHeight + 6;
    for (const group of groups) {
      group.y = y;
      y += headHeight;
      for (const row of group.rows) {
        row.hidden = group.folded;
        // Arrows into a folded group would have no end.
        row.y = y;
        if (!group.folded) y += row.height + 3;
      }
      y += 3;
    }
    return y + 2;
  }

  function scaleTo() {
    const span = width - left - margin;
    const x = (time) => left + span * (time - view.from) / (view.to - view.from);
    x.left = left;
    x.right = width - margin;
    return x;
  }

  function drawEntries(x) {
    const seen = new Set();
    for (const group of groups) {
      if (group.folded) continue;
      for (const row of group.rows) {
        const last = {};  // by tier: the end of the previous entry. Entries too small to distinguish from it are not drawn.
        for (const entry of row.entries) {
          const isFocused = entry === focused;
          if (!isFocused && (entry.to < view.from || entry.from > view.to)) continue;
          const tierKey = (glyphs[entry.kind] ? "sync" : entry.kind) + (entry.part ?? entry.lane ?? "");
          const from = x(entry.from), to = glyphs[entry.kind] ? from : x(entry.to);
          const marked = highlight && entry.execution && highlight.executions.has(entry.execution);
          if (!isFocused && !marked && to < (last[tierKey] ?? -Infinity) + (glyphs[entry.kind] ? 6 : 1.5)) continue;
          last[tierKey] = Math.max(to, last[tierKey] ?? -Infinity);
          seen.add(entry.id);
          let shape = shapes.get(entry.id);
          if (!shape) {
            shape = makeShape(entry, model);
            shapes.set(entry.id, shape);
            layers.entries.append(shape);
          }
          placeShape(shape, entry, x);
          shape.classList.toggle("marked", Boolean(marked));
        }
      }
    }
    for (const [id, shape] of shapes) {
      if (!seen.has(id)) {
        shape.remove();
        shapes.delete(id);
      }
    }
  }

  function draw() {
    const height = layout(), x = scaleTo();
    root.setAttribute("viewBox", "0 0 " + width + " " + height);
    root.style.setProperty("--height", height + "px");
    fill(defs.querySelector("#inside rect"), {x: left, width: x.right - left, height}, []);
    for (const name of ["ground", "scale", "curves", "stretches", "arrows", "overview"]) layers[name].replaceChildren();
    drawSections(layers.ground, model.scene, x, height);
    drawScale(layers.scale, view, x, height);
    drawOverview(layers.overview, model.scene, view, {left, width: x.right - left});
    for (const group of groups) {
      if (group.folded) continue;
      for (const row of group.rows) {
        if (row.stretches) drawStretches(layers.stretches, row, x);
        if (row.memory) drawMemory(layers.curves, row, x, view);
      }
    }
    drawEntries(x);
    root.classList.toggle("dimmed", Boolean(highlight && highlight.dim));
    if (highlight) drawArrows(layers.arrows, highlight.arrows, x);
    root.dataset.from = view.from;
    root.dataset.to = view.to;
    drawCursor();
    afterDraw();
  }

  /// The pointer position on the scale.
  function drawCursor() {
    layers.cursor.replaceChildren();
    if (cursor === null || cursor < view.from || cursor > view.to) return;
    const x = scaleTo()(cursor), words = number(Math.round(cursor));
    const half = textWidth(words) / 2 + 5;
    layers.cursor.append(
        svg("line", {class: "cursor", x1: x, x2: x, y1: sectionTop - 4, y2: layout()}),
        svg("rect", {class: "cursor-ground", x: x - half, y: sectionTop - 20, width: 2 * half, height: 16, rx: 3}),
        svg("text", {class: "cursor", x, y: sectionTop - 8, "text-anchor": "middle"}, words));
  }

  /// Redraws everything, including what panning leaves alone, after a resize or a fold.
  function drawWhole() {
    width = Math.max(320, Math.round(root.getBoundingClientRect().width));
    layout();
    const folding = document.activeElement.closest(".fold");
    layers.names.replaceChildren();
    drawNames(layers.names, groups, left, width);
    draw();
    if (folding) layers.names.querySelector('[data-group="' + folding.dataset.group + '"]').focus();
  }

  function show(from, to) {
    const span = Math.min(model.end, Math.max(leastSpan, to - from));
    const start = Math.min(Math.max(0, from), model.end - span);
    view = {from: start, to: start + span};
    draw();
  }
  function timeAt(clientX) {
    const at = (clientX - root.getBoundingClientRect().left - left) / (width - left - margin);
    return view.from + at * (view.to - view.from);
  }

  return {
    root,
    groups,
    layers,
    drawWhole,
    show,
    timeAt,
    view: () => view,
    zoom(factor, at) {
      const span = Math.min(model.end, Math.max(leastSpan, (view.to - view.from) * factor));
      const from = at - span * (at - view.from) / (view.to - view.from);
      show(from, from + span);
    },
    move(part) {
      const by = (view.to - view.from) * part;
      show(view.from + by, view.to + by);
    },
    showAll() { show(0, model.end); },
    showKernel() { show(model.scene.kernel_from, model.scene.kernel_to); },
    /// A trip in the middle of the kernel, with half of each neighbour.
    showTrip() {
      const {scene} = model;
      const centre = (scene.kernel_from + scene.kernel_to) / 2;
      // Of the roles' trips there, the one closest to a steady trip: a role may still run ahead.
      const far = (one) => Math.abs(one.to - one.from - scene.trip_cycles);
      const trips = model.programs.flat()
                        .filter((one) => one.section === "kernel" && one.from <= centre && one.to >= centre)
                        .sort((a, b) => far(a) - far(b));
      const {from, to} = trips[0] || {from: centre - scene.trip_cycles / 2, to: centre + scene.trip_cycles / 2};
      show(from - (to - from) * 0.1, to + (to - from) * 0.1);
    },
    /// Pans so that a time is visible.
    reveal(from, to) {
      const span = view.to - view.from;
      if (from >= view.from && to <= view.to) return;
      show((from + to) / 2 - span / 2, (from + to) / 2 + span / 2);
    },
    /// The highlight: null, or {arrows, executions, dim}.
    setHighlight(what) {
      highlight = what;
      draw();
    },
    setCursor(time) {
      cursor = time;
      drawCursor();
    },
    onDraw(action) { afterDraw = action; },
    isGutter: (clientX) => clientX - root.getBoundingClientRect().left < left,
    cyclesOfPixel: () => (view.to - view.from) / (width - left - margin),
    overviewTime(clientX) {
      const x = scaleTo();
      return model.end * (clientX - root.getBoundingClientRect().left - x.left) / (x.right - x.left);
    },
    setFocused(entry) { focused = entry; },
    shapeOf: (entry) => shapes.get(entry.id),
    fold(name) {
      const group = groups.find((one) => one.name === name);
      group.folded = !group.folded;
      drawWhole();
    },
  };
}
