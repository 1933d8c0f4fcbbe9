"""What must hold of every subject's report."""

import re

from page import Page, amount, shown
from reports import HEIGHT, SYNC_KINDS, WIDTH
from selenium.webdriver.common.keys import Keys


class Numbers(Page):
    """What is written equals the JSON."""

    def test_nothing_is_wider_than_the_window(self):
        self.assertLessEqual(self.reports.script("return document.documentElement.scrollWidth"), WIDTH)
        self.assertLessEqual(self.reports.find("#timeline").rect["y"], HEIGHT * 0.2, "the timeline begins high up")

    def test_no_global_is_left(self):
        self.assertEqual(self.reports.globals() - self.reports.usual_globals, set())

    def test_names_of_rows_do_not_touch(self):
        boxes = self.reports.script("return [...document.querySelectorAll('.layer-names text')].map((e) => {"
                                    " const b = e.getBoundingClientRect(); return [b.left, b.right, b.top, b.bottom, e.textContent]; })")
        self.assertGreater(len(boxes), 8)
        for i, a in enumerate(boxes):
            for b in boxes[:i]:
                apart = a[1] <= b[0] or b[1] <= a[0] or a[3] <= b[2] + 2 or b[3] <= a[2] + 2
                self.assertTrue(apart, (a[4], b[4]))

    def test_header(self):
        scene = self.scene
        text = lambda name: self.reports.texts(f"#fact-{name} dd")
        self.assertEqual(self.reports.texts("#title"), [scene["title"]])
        self.assertEqual(text("verdict")[0][2:], scene["verdict"].replace("_", " "))
        self.assertEqual(text("cycles"), [shown(scene["trip_cycles"])])
        self.assertEqual([re.match(r"\d+", one)[0] for one in text("interval")], [shown(scene["interval"]["ii"])]
                         if scene["interval"] else [])
        self.assertEqual(text("bound"), [f"{scene['interval']['bound']} by {scene['interval']['bound_by']}"]
                         if scene["interval"] else [])
        self.assertEqual(text("stalled"), [" / ".join(shown(role["stalled"]) for role in scene["roles"])]
                         if scene["roles"] else [])
        self.assertIn(f"{scene['cycles']} cycles", text("run")[0])

    def test_cycles_and_units(self):
        rows = self.reports.cells("#cycles tr[data-role]")
        self.assertEqual([row[:4] for row in rows],
                         [[role["name"], *(shown(role[word]) for word in ("working", "issuing", "stalled"))]
                          for role in self.scene["roles"]])
        self.assertEqual(self.reports.texts("#cycles tr[data-unit] .value"),
                         [f"{unit['busy'] * 100:.1f}%" for unit in self.scene["units"]])

    def test_stalls(self):
        self.assertEqual(self.reports.texts("#stalls tr[data-stall] .value"),
                         [shown(one["cycles"]) for one in self.scene["stall_sums"]])

    def test_memory(self):
        self.assertEqual([row[1] for row in self.reports.cells("#memory tr[data-memory]")],
                         [amount(one["most"], one["unit"]) for one in self.scene["memory"]])
        self.assertEqual(self.reports.count("#timeline path.edge"), len(self.scene["memory"]))

    def test_entries_of_the_kernel(self):
        heads = self.reports.texts("#entries th")
        rows = [dict(zip(heads, cells)) for cells in self.reports.cells("#entries tr[data-entry]")]
        ids = self.reports.script("return [...document.querySelectorAll('#entries tr[data-entry]')].map((row) => Number(row.dataset.entry))")
        self.assertEqual({row["op"] for row in rows},
                         {step["label"] for step in self.scene["steps"] if step["section"] == "kernel"})
        for i, row in zip(ids, rows):
            step = self.scene["steps"][i]
            self.assertEqual(row["op"], step["label"])
            if step["kind"] == "op":
                self.assertEqual([row["occupies"], row["latency"]], [str(step["occupancy"]), str(step["latency"])])
                self.assertEqual(row["slack"], "" if step["slack"] is None else shown(step["slack"]))
                self.assertEqual(row.get("issue", "0"), str(step["issue"]))
            if step["kind"] in SYNC_KINDS:
                self.assertIn("no hazard" if step["redundant"] else step["needed_for"], row["reason"])

    def test_interval_and_recurrences(self):
        interval = self.scene["interval"] or {}
        wanted = [shown(interval[name]) for name in ("bound", "ii") if name in interval] + [shown(self.scene["trip_cycles"])]
        self.assertEqual(self.reports.texts("#interval tr[data-interval] .value"), wanted)
        for recurrence in self.scene["recurrences"]:
            found = self.reports.script("return [...document.querySelectorAll('[data-recurrence=\"' + arguments[0] + '\"] li')]"
                                        ".map((e) => [Number(e.dataset.from), Number(e.dataset.to)])", recurrence["of"])
            self.assertEqual(found, [[edge["from"], edge["to"]] for edge in recurrence["edges"]])

    def test_hazards(self):
        self.assertEqual(self.reports.count("details.hazard"), len(self.scene["hazards"]))
        for text, hazard in zip(self.reports.texts("details.hazard summary"), self.scene["hazards"]):
            self.assertIn(hazard["text"], text)
        says_so = "for every trip count" in self.reports.texts("#verdict")[0]
        self.assertEqual(says_so, self.scene["verdict"] == "proven" and self.scene["subject"] == "program")


class Picture(Page):
    """What is drawn is where the times of the JSON say."""

    def test_the_whole_run_is_drawn_with_its_phases(self):
        scene = self.scene
        self.assertEqual(self.reports.view(), (0, scene["cycles"]))
        sections = (("prologue", 0, scene["kernel_from"]), ("kernel", scene["kernel_from"], scene["kernel_to"]),
                  ("epilogue", scene["kernel_to"], scene["cycles"]))
        for name, begin, end in sections:
            self.assertEqual(self.reports.count(".layer-ground .section." + name), 1 if end > begin else 0)
        groups = [name[2:] for name in self.reports.texts(".layer-names .group")]
        wanted = [("units", "units"), ("waves", "roles"), ("slots", "occupied"), ("memory in use", "memory")]
        self.assertEqual([name for name in groups if name != "in flight"], [name for name, part in wanted if scene[part]])

    def test_bars_are_where_the_slices_are(self):
        reports = self.reports
        reports.press("k")
        begin, end = reports.view()
        self.assertEqual((begin, end), (self.scene["kernel_from"], self.scene["kernel_to"]))
        left, right = reports.plot()
        place = lambda time: left + (right - left) * (time - begin) / (end - begin)
        shapes = reports.shapes(".entry.op")
        self.assertGreater(len(shapes), 5)
        for shape in shapes:
            slice_ = self.scene.slices[(shape["step"], shape["trip"])]
            self.assertAlmostEqual(shape["left"], place(slice_["start"]), delta=0.3)
            self.assertAlmostEqual(shape["right"], max(place(slice_["end"]), shape["left"] + 0.8), delta=0.3)
        for shape in reports.shapes(".entry.flight"):
            self.assertAlmostEqual(shape["right"], max(place(self.scene.slices[(shape["step"], shape["trip"])]["done"]),
                                                       shape["left"] + 0.8), delta=0.3)

    def test_every_op_in_view_has_a_bar(self):
        self.reports.press("t")
        begin, end = self.reports.view()
        left, right = self.reports.plot()
        wide = 2 * (end - begin) / (right - left)  # cycles of two pixels
        on_row = lambda one: one["unit"] >= 0 or not self.scene["roles"]
        wanted = {(one["step"], one["trip"]) for one in self.scene["slices"]
                  if on_row(one) and one["end"] - one["start"] > wide and one["start"] < end and one["end"] > begin}
        self.assertGreater(len(wanted), 3)
        self.assertEqual(wanted - {(one["step"], one["trip"]) for one in self.reports.shapes(".entry.op")}, set())

    def test_every_wait_of_a_trip_has_a_mark(self):
        reports, scene = self.reports, self.scene
        reports.press("t")
        begin, end = reports.view()
        came = {(one["step"], one["trip"]): one["came"] for one in scene["syncs"]}
        for one in scene["stalls"]:
            if (one["step"], one["trip"]) in came:
                came[(one["step"], one["trip"])] = min(came[(one["step"], one["trip"])], one["start"])
        wanted = {key for key, time in came.items() if begin < time < end}
        found = set()
        reports.press(*"+" * 7)
        for key, is_there in ((Keys.ARROW_LEFT, lambda: reports.view()[0] <= begin),
                              (Keys.ARROW_RIGHT, lambda: reports.view()[1] >= end)):
            while not is_there():
                reports.press(key, key)
                found |= {(one["step"], one["trip"]) for one in reports.shapes(".entry.sync")}
        self.assertEqual(wanted - found, set())
        self.assertEqual(bool(wanted), bool(scene["roles"]))


class Look(Page):
    """The selected element is named."""

    def test_an_op_says_what_it_is_and_what_it_depends_on(self):
        reports, scene = self.reports, self.scene
        reports.press("t")
        shapes = self.candidates(".entry.op", lambda one: one["right"] - one["left"] > 3
                                 and scene.arrows(one["step"], one["trip"]))
        self.assertGreater(len(shapes), 0)
        for shape in shapes[:3]:
            step = scene["steps"][shape["step"]]
            self.hover(shape)
            self.assertEqual(self.tip("label"), step["label"])
            cycles = "1 cycle" if step["occupancy"] == 1 else f"{step['occupancy']} cycles"
            self.assertEqual(self.tip("cost"),
                             f"cost{cycles} on its unit, latency {step['latency']}" + (f", issue {step['issue']}"
                                                                                       if scene["roles"] else ""))
            self.assertRegex(self.tip("slack"), "unknown" if step["slack"] is None else f"^slack{step['slack']} cycle")
            self.assertEqual(self.tip("result"), f"resultcycle {scene.slices[(shape['step'], shape['trip'])]['done']}")
            arrows = scene.arrows(shape["step"], shape["trip"])
            for i, words in ((3, {"before": "in", "after": "out"}),
                             (2, {"flow": "flow", "anti": "anti", "output": "output"})):
                for word, kind in words.items():
                    self.assertEqual(reports.count("path.arrow." + kind), sum(1 for one in arrows if one[i] == word))
        reports.away()
        self.assertEqual(reports.count("path.arrow"), 0)
        self.assertFalse(self.has_tip())

    def test_a_wait_says_why_it_is_there(self):
        reports, scene = self.reports, self.scene
        reports.press("t")
        wanted = {(step["kind"], step["redundant"]) for step in scene["steps"] if step["section"] == "kernel"
                  and step["kind"] in SYNC_KINDS}
        for kind, redundant in sorted(wanted):
            shape = self.candidates(f".entry.{kind}", lambda one: scene["steps"][one["step"]]["redundant"] == redundant)[0]
            step = scene["steps"][shape["step"]]
            self.hover(shape)
            self.assertEqual(self.tip("label"), step["label"])
            self.assertEqual(self.tip("reason"), "Redundant: no hazard without it." if redundant
                             else f"Without it: {step['needed_for']}.")
            pair = step["needed_pair"]
            self.assertEqual(reports.count("#tip [data-fact='pair']"), 1 if pair else 0)
            if pair and pair["first"] is not None and pair["second"] is not None:
                (arrow,
                 ) = reports.script("return [...document.querySelectorAll('path.arrow.pair')].map((e) => [e.dataset.from, e.dataset.to])")
                self.assertEqual([int(end.split(":")[0]) for end in arrow], [pair["first"], pair["second"]])
                self.assertLessEqual({pair["first"], pair["second"]},
                                     {one["step"] for one in reports.shapes(".entry.marked")} | {step_of(end)
                                                                                                 for end in arrow
                                                                                                 if self.is_outside(end)})

    def is_outside(self, key):
        """Is an execution, "step:trip", not in view?"""
        step, trip = (int(part) for part in key.split(":"))
        times = [one["issued"] for one in self.scene["slices"] if (one["step"], one["trip"]) == (step, trip)]
        times += [one["came"] for one in self.scene["syncs"] if (one["step"], one["trip"]) == (step, trip)]
        return not any(self.reports.view()[0] <= time <= self.reports.view()[1] for time in times)

    def test_a_stall_says_its_cause(self):
        if not self.scene["stalls"]:
            return
        self.reports.press("t")
        shape = max(self.candidates(".entry.stall"), key=lambda one: one["right"] - one["left"])
        self.hover(shape)
        known = [(f"stalled{one['cycles']} cycles from {one['start']}", "cause" + one["cause"])
                 for one in self.scene["stalls"]
                 if (one["step"], one["trip"]) == (shape["step"], shape["trip"])]
        self.assertIn((self.tip("stalled"), self.tip("cause")), known)

    def test_a_slot_says_who_holds_it(self):
        if not self.scene["occupied"]:
            return
        self.hover(self.candidates(".entry.held")[0])
        known = [(f"heldcycles {one['from']} to {one['to']}, {one['to'] - one['from']}", "holds" + one["label"])
                 for one in self.scene["occupied"]]
        self.assertIn((self.tip("held"), self.tip("holds")), known)

    def test_memory_says_how_much_is_used(self):
        if not self.scene["memory"]:
            return
        reports, memory = self.reports, self.scene["memory"][0]
        left, right = reports.plot()
        reports.script("document.querySelector('path.used').scrollIntoView({block: 'center'})")
        x = round((left + right) / 2)
        reports.point(x,
                      round(reports.script("return document.querySelector('path.used').getBoundingClientRect().bottom - 4")))
        cycle = int(re.fullmatch(r"at cycle (\d+)", reports.texts("#tip dt")[0])[1])
        self.assertAlmostEqual(cycle, (x - left) / (right - left) * self.scene["cycles"], delta=self.scene["cycles"] / 1000)
        used = [so for at, so in memory["points"] if at <= cycle][-1]
        self.assertEqual(reports.texts("#tip dd")[0], amount(used, memory["unit"]))

    def test_causes_of_stalls_and_recurrences_are_highlighted(self):
        reports, scene = self.reports, self.scene
        buttons = reports.driver.find_elements("css selector", "#stalls button.cause")
        for button, cause in list(zip(buttons, scene["stall_sums"]))[:2]:
            button.click()
            self.assertEqual(button.get_attribute("aria-pressed"), "true")
            self.assertEqual({one["step"] for one in reports.shapes(".entry.marked")}, {cause["step"]})
            button.click()
            self.assertEqual(reports.count(".entry.marked"), 0)
        buttons = reports.driver.find_elements("css selector", "[data-recurrence] > button")
        self.assertEqual(len(buttons), sum(1 for recurrence in scene["recurrences"] if recurrence["edges"]))
        for button, recurrence in zip(buttons, (one for one in scene["recurrences"] if one["edges"])):
            button.click()
            self.assertEqual({one["step"] for one in reports.shapes(".entry.marked")},
                             {edge[end] for edge in recurrence["edges"] for end in ("from", "to")})
            self.assertEqual(reports.count("path.arrow.recurrence"), len(recurrence["edges"]))


class Paper(Page):
    def test_print(self):
        reports = self.reports
        reports.press("t")
        width = 1047  # of A4 across, within the margins
        reports.command("Emulation.setDeviceMetricsOverride", width=width, height=720, deviceScaleFactor=1, mobile=False)
        reports.command("Emulation.setEmulatedMedia", media="print")
        try:
            reports.until(lambda: reports.view() == (0, self.scene["cycles"]), "the whole run is printed")
            self.assertEqual(reports.script("return [...document.querySelectorAll('.control, #tip')].filter((e) => e.checkVisibility()).length"), 0)
            self.assertEqual(reports.count("main details:not([open]):not(.help)"), 0)
            self.assertLessEqual(reports.script("return document.documentElement.scrollWidth"), width)
            clipped = reports.script("return [...document.querySelectorAll('.scroll, table, .lanes, .facts, #timeline')].filter((e) =>"
                                     " e.scrollWidth > e.clientWidth + 1 || e.getBoundingClientRect().right > innerWidth + 1).map((e) => e.outerHTML.slice(0, 80))")
            self.assertEqual(clipped, [])
        finally:
            reports.command("Emulation.setEmulatedMedia", media="")
            reports.command("Emulation.setDeviceMetricsOverride", width=WIDTH, height=HEIGHT, deviceScaleFactor=1,
                            mobile=False)
        reports.until(lambda: reports.view() != (0, self.scene["cycles"]), "afterwards the view is the one before")


def step_of(key):
    return int(key.split(":")[0])
