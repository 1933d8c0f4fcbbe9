// --- memory.js: memory use over the run, as a step curve.

/// The amount in use at a time.
function usedAt(memory, time) {
  let used = 0;
  for (const [cycle, so] of memory.points) {
    if (cycle > time) break;
    used = so;
  }
  return used;
}
const memoryName = (memory, scene) => memory.space + (given(memory.role) ? ", " + scene.roles[memory.role].name : "");
const memoryWords = (memory) =>
    share(memory.most, memory.capacity, memory.unit) + (memory.capacity ? ", " + percent(memory.most / memory.capacity) : "");

function drawMemory(layer, row, x, view) {
  const {memory} = row;
  const roof = Math.max(1, memory.most, memory.capacity || 0) * 1.06;
  const bottom = row.y + row.height - 1;
  const y = (used) => bottom - (row.height - 4) * used / roof;
  let path = "M" + x(view.from).toFixed(1) + " " + y(usedAt(memory, view.from)).toFixed(1);
  for (const [cycle, used] of memory.points) {
    if (cycle <= view.from) continue;
    if (cycle >= view.to) break;
    path += "H" + x(cycle).toFixed(1) + "V" + y(used).toFixed(1);
  }
  path += "H" + x(view.to).toFixed(1);
  layer.append(svg("path", {class: "used", d: path + "V" + bottom + "H" + x(view.from).toFixed(1) + "z"}));
  layer.append(svg("path", {class: "edge", d: path}));
  layer.append(svg("line", {class: "floor", x1: x.left, x2: x.right, y1: bottom, y2: bottom}));
  if (memory.capacity) {
    layer.append(svg("line", {class: "capacity", x1: x.left, x2: x.right, y1: y(memory.capacity), y2: y(memory.capacity)}));
    layer.append(
        svg("text", {class: "capacity", x: x.right - 4, y: y(memory.capacity) + 11, "text-anchor": "end"},
            "capacity " + amount(memory.capacity, memory.unit)));
  }
}

function drawMemoryTable(model, section) {
  const {scene} = model;
  section.hidden = scene.buffers.length === 0;
  section.append(html("h2", {id: "memory-title"}, "Memory"));
  if ((scene.memory || []).length > 0) {
    section.append(table(
        "Memory in use over the run", ["memory", "peak", "capacity", "share"],
        scene.memory.map((memory) => ({
                           cells: [
                             memoryName(memory, scene), amount(memory.most, memory.unit),
                             memory.capacity ? amount(memory.capacity, memory.unit) : "unknown",
                             memory.capacity ? barCell(memory.most / memory.capacity, percent(memory.most / memory.capacity)) : ""
                           ],
                           data: {memory: memory.space, most: memory.most}
                         }))));
  }
  if (scene.buffers.length === 0) return;
  section.append(table(
      "Buffers", ["buffer", "where", "slots", "per slot", "total"],
      scene.buffers.map(
          (buffer, b) => ({
            cells: [
              model.bufferNames[b], buffer.space, buffer.slots, buffer.bytes ? amount(buffer.bytes, "bytes") : "unknown",
              buffer.bytes ? amount(buffer.bytes * buffer.slots, "bytes") : ""
            ]
          }))));
}
