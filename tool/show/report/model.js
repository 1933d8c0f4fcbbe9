// --- model.js: the scene, and its executions found by step and trip.

const syncKinds = ["wait", "barrier", "arrive", "await", "fence"];
const isSync = (step) => syncKinds.includes(step.kind);

function readModel(scene) {
  const executions = new Map();
  const keyOf = (step, trip) => step + ":" + trip;
  function execution(step, trip) {
    const key = keyOf(step, trip);
    if (!executions.has(key)) {
      executions.set(
          key, {key, step, trip, of: scene.steps[step], slice: null, stalls: [], from: Infinity, to: -Infinity, entries: []});
    }
    return executions.get(key);
  }
  function cover(one, from, to) {
    one.from = Math.min(one.from, from);
    one.to = Math.max(one.to, to);
  }
  for (const slice of scene.slices) {
    const one = execution(slice.step, slice.trip);
    one.slice = slice;
    cover(one, slice.issued, Math.max(slice.issued, slice.passed));
  }
  for (const stall of scene.stalls) {
    const one = execution(stall.step, stall.trip);
    one.stalls.push(stall);
    cover(one, stall.start, stall.start + stall.cycles);
  }

  for (const sync of scene.syncs || []) cover(execution(sync.step, sync.trip), sync.came, sync.passed);

  // Each role's progress through the program: by section, and in the kernel by trip.
  const programs = scene.roles.map((role, a) => {
    const stretches = new Map();
    for (const one of executions.values()) {
      if (one.of.role !== a) continue;
      const key = one.of.section + one.trip;
      if (!stretches.has(key)) stretches.set(key, {section: one.of.section, trip: one.trip, from: Infinity, to: -Infinity});
      cover(stretches.get(key), one.from, one.to);
    }
    return [...stretches.values()].sort((x, y) => x.from - y.from || x.to - y.to);
  });

  /// The execution at the other end of a link in this run; undefined if there is none.
  const other = (one, link, after) => executions.get(keyOf(link.step, one.trip + (after ? link.distance : -link.distance)));

  /// One arrow per other end and kind, even for several places.
  function arrowsOf(one) {
    const arrows = new Map();
    for (const [list, after] of [[one.of.before, false], [one.of.after, true]]) {
      for (const link of list || []) {
        const end = other(one, link, after);
        if (end)
          arrows.set(
              [end.key, link.kind, after].join(),
              {from: after ? one : end, to: after ? end : one, kind: link.kind, way: after ? "out" : "in"});
      }
    }
    return [...arrows.values()];
  }

  /// The name of one pass of the loop.
  const turn = scene.subject === "graph" ? "iteration" : "trip";

  const ofStep = new Map();
  for (const one of executions.values()) {
    if (!ofStep.has(one.step)) ofStep.set(one.step, []);
    ofStep.get(one.step).push(one);
  }
  for (const list of ofStep.values()) list.sort((a, b) => a.trip - b.trip);
  const allOf = (step) => ofStep.get(step) || [];
  /// An execution in the middle of the run, in the steady state if there is one.
  const middleOf = (step) => allOf(step)[Math.floor(allOf(step).length / 2)];
  /// The executions of a pair of steps around a time: the nearest of the second one and the last of the first one before it.
  function pairAround(pair, time) {
    const far = (one) => Math.abs(one.from - time);
    const second = allOf(pair.second).reduce((best, one) => (best && far(best) <= far(one) ? best : one), null);
    const before = second ? allOf(pair.first).filter((one) => one !== second && one.from <= second.from) : [];
    return {first: before.at(-1) || allOf(pair.first).find((one) => one !== second), second};
  }

  // The workgroups of a cluster use the same names for units and buffers.
  const numbered = (list) => list.map((one, i) => {
    const same = list.filter((other) => other.name === one.name);
    return one.name + (same.length > 1 ? " #" + same.indexOf(one) : "");
  });
  const unitNames = numbered(scene.units), bufferNames = numbered(scene.buffers);

  const names = [];
  for (const step of scene.steps)
    if (step.kind === "op" && !names.includes(family(step.label))) names.push(family(step.label));
  const colours = 8;
  /// The colour of an op, consistent over the page.
  const colourOf = (label) => Math.max(0, names.indexOf(family(label))) % colours;

  return {
    scene,
    executions,
    execution: (step, trip) => executions.get(keyOf(step, trip)),
    programs,
    arrowsOf,
    allOf,
    middleOf,
    pairAround,
    turn,
    unitNames,
    bufferNames,
    families: names,
    colourOf,
    end: Math.max(1, scene.cycles)
  };
}
