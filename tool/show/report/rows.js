// --- rows.js: the rows of the timeline. An entry is an item in a row; one execution can have several entries.

function makeRows(model) {
  const {scene} = model;
  const groups = [];
  let group = null;
  let entryCount = 0;
  const entries = [];
  function addGroup(name) {
    group = {name, rows: [], folded: false};
    groups.push(group);
  }
  function addRow(row) {
    group.rows.push({entries: [], note: "", height: 20, ...row});
    return group.rows.at(-1);
  }
  function addEntry(row, entry) {
    entry.id = entryCount++;
    entry.row = row;
    row.entries.push(entry);
    entries.push(entry);
    if (entry.execution) entry.execution.entries.push(entry);
  }
  const inOrder = () => {
    for (const row of group.rows) row.entries.sort((a, b) => a.from - b.from || a.id - b.id);
  };
  const executions = [...model.executions.values()];
  const slices = executions.filter((one) => one.slice);
  /// The first track that is free from a time on.
  function track(tracks, from, to) {
    let at = tracks.findIndex((until) => until <= from);
    if (at < 0) at = tracks.length;
    tracks[at] = to;
    return at;
  }

  addGroup("units");
  scene.units.forEach((unit, u) => {
    const lanes = new Map();
    for (const one of slices) {
      const {slice} = one;
      if (slice.unit !== u || slice.end <= slice.start) continue;
      if (!lanes.has(slice.lane)) lanes.set(slice.lane, []);
      lanes.get(slice.lane).push(one);
    }
    if (lanes.size === 0) lanes.set(0, []);
    for (const lane of [...lanes.keys()].sort((a, b) => a - b)) {
      const row =
          addRow({label: model.unitNames[u] + (lanes.size > 1 ? " " + lane : ""), note: lane === 0 ? percent(unit.busy) : ""});
      for (const one of lanes.get(lane)) addEntry(row, {kind: "op", execution: one, from: one.slice.start, to: one.slice.end});
    }
  });
  // An op of a graph may need no unit; graphs have no roles, so no wave row shows it.
  const tracks = [], free = [];
  for (const one of slices.filter((found) => !given(found.of.role) && !given(found.slice.unit))
           .sort((a, b) => a.slice.start - b.slice.start || a.step - b.step)) {
    const at = track(tracks, one.slice.start, one.slice.end);
    free[at] = free[at] || addRow({label: at === 0 ? "no unit" : ""});
    addEntry(free[at], {kind: "op", execution: one, from: one.slice.start, to: one.slice.end});
  }
  inOrder();

  addGroup("waves");
  scene.roles.forEach((role, a) => {
    const row = addRow({
      label: role.name,
      note: role.waves > 1 ? "× " + role.waves : "",
      height: stripHeight + barHeight + 2,
      role: a,
      stretches: model.programs[a]
    });
    for (const one of executions) {
      if (one.of.role !== a) continue;
      for (const stall of one.stalls)
        addEntry(row, {kind: "stall", execution: one, stall, from: stall.start, to: stall.start + stall.cycles});
      if (one.slice) addEntry(row, {kind: "issue", execution: one, from: one.slice.issued, to: one.slice.passed});
    }
    // Marks at the same time are stacked in program order.
    const atTime = new Map();
    for (const one of executions.filter((found) => found.of.role === a && isSync(found.of)).sort((x, y) => x.step - y.step)) {
      const lane = atTime.get(one.from) || 0;
      atTime.set(one.from, lane + 1);
      addEntry(row, {kind: one.of.kind, execution: one, lane, from: one.from, to: one.from});
    }
    row.height += markHeight * Math.max(1, ...atTime.values());
  });
  inOrder();

  addGroup("in flight");
  {
    const flying = [], rows = [];
    const flights = slices.filter((one) => one.slice.done > one.slice.end || one.slice.issued !== one.slice.start);
    flights.sort((a, b) => a.slice.issued - b.slice.issued || a.step - b.step);
    for (const one of flights) {
      const at = track(flying, one.slice.issued, one.slice.done);
      rows[at] = rows[at] || addRow({label: at > 0 ? "" : scene.roles.length > 0 ? "loads and results" : "results", height: 15});
      addEntry(rows[at], {kind: "flight", execution: one, from: one.slice.issued, to: one.slice.done});
    }
  }

  addGroup("slots");
  scene.buffers.forEach((buffer, b) => {
    const owners =
        [...new Set(scene.occupied.filter((one) => one.buffer === b).map((one) => one.role ?? -1))].sort((x, y) => x - y);
    for (const owner of owners) {
      for (let slot = 0; slot < buffer.slots; ++slot) {
        const held = scene.occupied.filter((one) => one.buffer === b && one.slot === slot && (one.role ?? -1) === owner);
        if (held.length === 0) continue;
        held.sort((x, y) => x.from - y.from);
        // Parts of a slot are stacked.
        const below = [];
        const at = held.map((one) => (buffer.parts > 1 && one.part !== undefined ? one.part : track(below, one.from, one.to)));
        const parts = Math.max(buffer.parts || 1, ...at.map((part) => part + 1));
        const row = addRow({
          label: model.bufferNames[b] + (buffer.slots > 1 ? "[" + slot + "]" : ""),
          note: owner >= 0 && owners.length > 1 ? scene.roles[owner].name : "",
          height: Math.max(16, 9 * parts),
          parts
        });
        held.forEach(
            (one, i) => addEntry(
                row, {kind: "held", held: one, part: at[i], name: model.bufferNames[b], buffer, from: one.from, to: one.to}));
      }
    }
  });

  addGroup("memory in use");
  for (const memory of scene.memory || []) {
    const owner = scene.roles[memory.role ?? -1];
    addRow({
      label: memory.space,
      lines: [owner ? owner.name : "", "peak " + amount(memory.most, memory.unit)].filter(Boolean),
      kind: "memory",
      memory,
      height: 52
    });
  };

  return {groups: groups.filter((one) => one.rows.length > 0), entries};
}
