// --- words.js: the description of an entry.

function makeWords(model) {
  const {scene} = model;
  const graph = scene.subject === "graph";
  const called = (step) => (graph ? "op " + step.index : step.section + "[" + (step.entry ?? step.index) + "]");
  const roleName = (step) => (scene.roles[step.role] ? scene.roles[step.role].name : "");
  const trips = (distance) =>
      (distance === 0 ? "same " + model.turn : plural(Math.abs(distance), model.turn) + (distance > 0 ? " later" : " earlier"));

  function fact(name, value) {
    return value === null ? null : html("div", {class: "fact", "data-fact": name}, html("dt", {}, name), html("dd", {}, value));
  }
  const facts = (...list) => html("dl", {}, ...list);

  /// A link to a step, active while the tip is pinned.
  const goTo = (step, one) => html(
      "button", {type: "button", class: "go", "data-step": step, "data-trip": one ? one.trip : null},
      html("b", {}, called(scene.steps[step])), " " + shortLabel(scene.steps[step].label));

  /// The place of a link. With rotating slots, the slot number belongs to another trip and is omitted.
  const placeOf = (link, step) =>
      ([scene.steps[link.step].label, step.label].some((label) => label.includes(" % ")) ? link.place.replace(/\[\d+\]/, "") :
                                                                                           link.place);

  function links(one, list, after) {
    if (!list || list.length === 0) return [];
    // One line for several places.
    const lines = new Map();
    for (const link of list) {
      const key = [link.step, link.kind, link.distance].join();
      if (!lines.has(key)) lines.set(key, {link, places: []});
      const place = placeOf(link, one.of);
      if (place && !lines.get(key).places.includes(place)) lines.get(key).places.push(place);
    }
    const most = 7;
    const out = html("ul", {class: after ? "out" : "in"});
    for (const {link, places} of [...lines.values()].slice(0, most)) {
      const end = model.execution(link.step, one.trip + (after ? link.distance : -link.distance));
      out.append(html(
          "li", {class: end ? "" : "absent"}, html("span", {class: "kind " + link.kind}, link.kind), " ", goTo(link.step, end),
          html("span", {class: "soft"}, " " + [
            places.join(", "), trips(after ? link.distance : -link.distance),
            link.delay === undefined ? "" : "delay " + link.delay
          ].filter(Boolean).join("; "))));
    }
    if (lines.size > most) out.append(html("li", {class: "soft"}, "and " + (lines.size - most) + " more"));
    return [
      html("h4", {class: after ? "out" : "in"}, (after ? "must come before" : "must come after") + " (" + lines.size + ")"), out
    ];
  }

  /// The reason for a wait or barrier.
  function reason(step) {
    if (step.redundant === undefined) return [];
    if (step.redundant) {
      return [html(
          "p", {class: "reason redundant", "data-fact": "reason"}, html("b", {}, "Redundant: "),
          "no hazard without it.")];
    }
    const pair = step.needed_pair;
    const out = [];
    if (pair) {
      const [only, ...more] = [pair.first, pair.second].filter(given);
      out.push(html(
          "p", {class: "reason", "data-fact": "pair"}, html("b", {}, more.length > 0 ? "Orders: " : "For: "),
          goTo(only), ...more.flatMap((second) => [" before ", goTo(second)]),
          html("span", {class: "soft"}, " " + [pair.kind, pair.place].filter(Boolean).join(", "))));
    }
    out.push(html("p", {class: "reason needed", "data-fact": "reason"}, html("b", {}, "Without it: "), step.needed_for + "."));
    return out;
  }

  function cost(step) {
    return [plural(step.occupancy, "cycle") + " on its unit", "latency " + step.latency, graph ? "" : "issue " + step.issue]
        .filter(Boolean)
        .join(", ");
  }
  const slack = (step) =>
      (step.slack === null || step.slack === undefined ? "no step waits for its result, or unknown" :
           step.slack === 0                            ? "0 cycles: the first step that needs it uses it at once" :
                                                         plural(step.slack, "cycle") + " until the first step that needs it");

  function head(step, label, trip) {
    return [
      html("h3", {"data-fact": "label"}, label),
      html(
          "p", {class: "soft where"},
          [called(step), roleName(step), trip === undefined ? "" : model.turn + " " + trip].filter(Boolean).join(" · "))
    ];
  }

  function ofExecution(one, stall) {
    const {of, slice} = one;
    const out = head(of, of.label, one.trip);
    if (stall) {
      out.push(facts(fact("stalled", plural(stall.cycles, "cycle") + " from " + stall.start), fact("cause", stall.cause)));
    } else if (one.stalls.length > 0) {
      out.push(facts(...one.stalls.map((lost) => fact("stalled", plural(lost.cycles, "cycle") + ": " + lost.cause))));
    }
    if (slice && !stall) {
      const unit = slice.unit >= 0 && slice.end > slice.start ? model.unitNames[slice.unit] : null;
      out.push(facts(
          fact("cost", cost(of)), fact("slack", slack(of)), graph ? null : fact("issued", "cycle " + slice.issued),
          unit === null ? null : fact("on " + unit, slice.start + " to " + slice.end), fact("result", "cycle " + slice.done)));
    }
    if (isSync(of) && !stall && one.stalls.length === 0) out.push(facts(fact("passed", "cycle " + one.to + ", without waiting")));
    return [...out, ...reason(of), ...links(one, of.before, false), ...links(one, of.after, true)];
  }

  function ofEntry(entry) {
    if (!entry.held) return ofExecution(entry.execution, entry.kind === "stall" ? entry.stall : null);
    const {held, buffer, name} = entry;
    return [
      html("h3", {"data-fact": "label"}, name + (buffer.slots > 1 ? "[" + held.slot + "]" : "")),
      html("p", {class: "soft where"}, buffer.space + (buffer.parts > 1 ? ", part " + held.part : "")),
      facts(fact("holds", held.label), fact("held", "cycles " + held.from + " to " + held.to + ", " + (held.to - held.from)))
    ];
  }
  const ofMemory = (memory, time) =>
      [html("h3", {}, memoryName(memory, scene)),
       facts(fact("at cycle " + Math.round(time), amount(usedAt(memory, time), memory.unit)), fact("peak", memoryWords(memory)))];

  /// One line, for screen readers.
  const line = (entry) =>
      (entry.held ? entry.name + " holds " + entry.held.label :
                    called(entry.execution.of) + " " + entry.execution.of.label + ", " + model.turn + " " + entry.execution.trip +
               (entry.kind === "stall" ? ", stalled " + plural(entry.stall.cycles, "cycle") : ""));

  return {called, roleName, trips, reason, slack, ofEntry, ofMemory, line};
}
