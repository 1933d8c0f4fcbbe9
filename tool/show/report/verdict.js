// --- verdict.js: the verdict, with a counterexample per hazard: time runs downwards, one lane per wave.

/// With a mark, so that colour is not the only cue.
const verdictWords = (verdict) =>
    ({proven: "✓ ", valid: "✓ ", relies_on_latency: "≈ "}[verdict] || "✗ ") + verdict.replaceAll("_", " ");
const verdictClass = (verdict) =>
    (["proven", "valid"].includes(verdict) ? "good" :
         verdict === "relies_on_latency"   ? "doubtful" :
                                             "bad");

/// The operations in flight, from begin to end of an op, in the lane of its wave.
function flightsOf(run) {
  const flights = [];
  run.forEach((event, begin) => {
    if (event.kind !== "issues") return;
    const end = run.findIndex(
        (later, i) => i > begin && later.wave === event.wave && later.step === event.step && later.trip === event.trip);
    flights.push({wave: event.wave, begin, end: end < 0 ? run.length - 1 : end});
  });
  return flights;
}

function drawRun(hazard, model, look) {
  const {run} = hazard;
  const {scene} = model;
  /// The text of an event, linked to its step on the timeline.
  function text(event) {
    const words = (event.wrong ? "✗ " : "") + event.text;
    const one = given(event.step) && (model.execution(event.step, event.trip) || model.middleOf(event.step));
    if (!one) return words;
    const button = html("button", {type: "button", class: "go", title: "show on the timeline"}, words);
    button.addEventListener("click", () => look.go(one));
    return button;
  }
  const waves = [...new Set(run.filter((event) => given(event.wave)).map((event) => event.wave))].sort((a, b) => a - b);
  const column = (wave) => 2 + waves.indexOf(wave);
  const roleOf = (wave) => {
    const event = run.find((one) => one.wave === wave && given(one.role));
    return event ? scene.roles[event.role].name : "";
  };
  const lanes =
      html("div", {class: "lanes", role: "list", style: "--waves:" + waves.length, "aria-label": "counterexample"});
  lanes.append(html("span", {class: "when soft", style: "grid-area:1/1"}, "order"));
  for (const wave of waves) {
    lanes.append(html(
        "div", {class: "wave", "data-wave": wave, style: "grid-area:1/" + column(wave)}, html("b", {}, "wave " + wave),
        html("span", {class: "soft"}, " " + roleOf(wave))));
    lanes.append(html("div", {class: "life", style: "grid-area:2/" + column(wave) + "/" + (run.length + 2) + "/auto"}));
  }
  for (const flight of flightsOf(run)) {
    lanes.append(html("div", {
      class: "flown",
      title: "in flight",
      style: "grid-area:" + (flight.begin + 2) + "/" + column(flight.wave) + "/" + (flight.end + 3) + "/auto"
    }));
  }
  run.forEach((event, i) => {
    const row = i + 2;
    lanes.append(html("span", {class: "when soft", style: "grid-area:" + row + "/1"}, String(i + 1)));
    const all = !given(event.wave);
    lanes.append(html(
        "div", {
          class: "event " + (all ? "across " : "") + (event.kind || "") + (event.wrong ? " wrong" : ""),
          role: "listitem",
          "data-wave": event.wave,
          style: "grid-area:" + row + "/" + (all ? "2/auto/" + (waves.length + 2) : column(event.wave))
        },
        text(event)));
  });
  return lanes;
}

function drawVerdict(model, look, section) {
  const {scene} = model;
  section.append(html(
      "h2", {id: "verdict-title"}, "Verdict: ", html("span", {class: verdictClass(scene.verdict)}, verdictWords(scene.verdict))));
  if (scene.verdict_reason) section.append(html("p", {}, scene.verdict_reason));
  if (scene.hazards.length === 0) {
    const why = !scene.verdict_reason && {
      proven: "Every pair of accesses that must be ordered is ordered, for every trip count.",
      valid: "Every op starts after its dependences are satisfied, and no unit exceeds its limit."
    }[scene.verdict];
    if (why) section.append(html("p", {}, why));
    return;
  }
  scene.hazards.forEach((hazard, i) => {
    const button = html("button", {type: "button", class: "control", "aria-pressed": "false"}, "show on the timeline");
    button.addEventListener("click", () => {
      const second = model.middleOf(hazard.second), first = model.middleOf(hazard.first);
      if (!first && !second) return;
      const ends = first && second ? model.pairAround(hazard, second.from) : {first: first || second, second: second || first};
      look.keep({
        arrows: first && second ? [{from: ends.first, to: ends.second, kind: hazard.kind, way: "pair"}] : [],
        executions: new Set([ends.first, ends.second]),
        button
      });
    });
    const margin = hazard.margin ? " (separated by " + plural(hazard.margin, "cycle") + " in the model)" : "";
    section.append(html(
        "details", {class: "hazard", open: i === 0},
        html(
            "summary", {}, html("span", {class: verdictClass(hazard.verdict)}, verdictWords(hazard.verdict)),
            " " + hazard.kind + ": " + hazard.text + margin),
        html("div", {class: "run"}, hazard.run.length > 0 ? drawRun(hazard, model, look) : null, button)));
  });
}
