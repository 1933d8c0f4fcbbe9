"""report_test.py TOOL CHROMIUM CHROMEDRIVER [TEST...]: the HTML report in a browser. What it shows is what the JSON says, and mouse,
wheel, keyboard, theme and printer do what they should."""

import re
import sys
import tempfile
import unittest

import everywhere
from page import Page
from reports import SUBJECTS, Reports
from selenium.webdriver.common.keys import Keys


class Moves(Page):
    subject = "attention"

    def span(self):
        begin, end = self.reports.view()
        return end - begin

    def test_the_wheel_zooms_at_the_pointer(self):
        left, right = self.reports.plot()
        y = round(self.reports.find("#timeline").rect["y"] + 150)
        for part, turn in ((0.25, -120), (0.7, -120), (0.7, 120)):
            x = round(left + (right - left) * part)
            under = lambda view: view[0] + (x - left) / (right - left) * (view[1] - view[0])
            before = self.reports.view()
            self.reports.wheel(x, y, turn)
            after = self.reports.view()
            (self.assertLess if turn < 0 else self.assertGreater)(after[1] - after[0], before[1] - before[0])
            self.assertAlmostEqual(under(after), under(before), delta=(after[1] - after[0]) / 1000)

    def test_the_wheel_beside_the_rows_scrolls_the_page(self):
        before = self.reports.view()
        box = self.reports.find("#timeline").rect
        self.reports.wheel(round(box["x"] + 60), round(box["y"] + 150), 200)
        self.reports.until(lambda: self.reports.script("return scrollY") > 0, "the page scrolls")
        self.assertEqual(self.reports.view(), before)

    def test_a_drag_takes_the_run_along(self):
        self.reports.press("k", "+", "+", "+")
        before = self.reports.view()
        left, right = self.reports.plot()
        y = round(self.reports.find("#timeline").rect["y"] + 150)
        self.reports.drag(900, y, 700, y)
        after = self.reports.view()
        moved = 200 * (before[1] - before[0]) / (right - left)
        self.assertAlmostEqual(after[0] - before[0], moved, delta=moved / 100)
        self.assertAlmostEqual(after[1] - after[0], before[1] - before[0], delta=0.01)
        self.assertEqual(self.reports.count("#tip.pinned"), 0, "a drag pins nothing")

    def test_the_overview_leads_anywhere(self):
        self.reports.press("t")
        span = self.span()
        left, right = self.reports.plot()
        x = round(left + (right - left) * 0.2)
        y = round(self.reports.find("#timeline").rect["y"] + 6)
        self.reports.point(x, y)
        self.reports.hands().click().perform()
        self.assertAlmostEqual(self.span(), span, delta=0.01)
        self.assertAlmostEqual(sum(self.reports.view()) / 2, self.scene["cycles"] * (x - left) / (right - left),
                               delta=self.scene["cycles"] / 200)

    def test_keys_and_buttons_move_and_zoom(self):
        reports, scene = self.reports, self.scene
        whole = (0, scene["cycles"])
        kernel = (scene["kernel_from"], scene["kernel_to"])
        reports.press("K")
        self.assertEqual(reports.view(), kernel)
        reports.press("+")
        self.assertAlmostEqual(self.span(), (kernel[1] - kernel[0]) * 0.8, delta=1)
        at = reports.view()[0]
        reports.press(Keys.ARROW_LEFT)
        self.assertAlmostEqual(at - reports.view()[0], min(at, self.span() * 0.2), delta=1)
        at = reports.view()[0]
        reports.press(Keys.ARROW_RIGHT)
        self.assertAlmostEqual(reports.view()[0] - at, self.span() * 0.2, delta=1)
        reports.press("-")
        self.assertAlmostEqual(self.span(), kernel[1] - kernel[0], delta=1)
        reports.press("0")
        self.assertEqual(reports.view(), whole)
        reports.press("t")
        self.assertAlmostEqual(self.span(), scene["trip_cycles"] * 1.2, delta=scene["trip_cycles"] * 0.1)
        for button, view in (("#all", whole), ("#kernel", kernel)):
            reports.click(button)
            self.assertEqual(reports.view(), view)
        reports.click("#zoom-in")
        self.assertLess(self.span(), kernel[1] - kernel[0])
        reports.click("#zoom-out")
        self.assertAlmostEqual(self.span(), kernel[1] - kernel[0], delta=1)

    def test_two_fingers_zoom(self):
        left, right = self.reports.plot()
        y = round(self.reports.find("#timeline").rect["y"] + 150)
        middle = (left + right) / 2
        before = self.span()
        fingers = lambda apart: [{"x": middle - apart, "y": y, "id": 0}, {"x": middle + apart, "y": y, "id": 1}]
        self.reports.command("Input.dispatchTouchEvent", type="touchStart", touchPoints=fingers(50))
        for apart in (70, 100):
            self.reports.command("Input.dispatchTouchEvent", type="touchMove", touchPoints=fingers(apart))
        self.reports.command("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        self.assertAlmostEqual(self.span(), before / 2, delta=before / 20)

    def test_a_group_folds(self):
        height = self.reports.find("#timeline").rect["height"]
        held = self.reports.count(".entry.held")
        self.assertGreater(held, 0)
        self.reports.click(".fold[data-group='slots'] .reach")
        self.assertEqual(self.reports.count(".entry.held"), 0)
        self.assertLess(self.reports.find("#timeline").rect["height"], height)
        self.reports.press(Keys.ENTER)
        self.assertEqual(self.reports.count(".entry.held"), held)


class Keyboard(Page):
    subject = "attention"

    def focus(self):
        return self.reports.script("const e = document.activeElement.closest('.entry'); return e && {step: Number(e.dataset.step),"
                                   " trip: Number(e.dataset.trip), id: e.dataset.entry, label: e.getAttribute('aria-label')}")

    def label(self, focus):
        return self.scene["steps"][focus["step"]]["label"]

    def test_tab_and_arrows_go_from_entry_to_entry(self):
        reports, scene = self.reports, self.scene
        reports.script("document.getElementById('timeline').focus()")
        reports.press("t", Keys.TAB)
        first = self.focus()
        self.assertEqual(self.tip("label"), self.label(first))
        self.assertIn(self.label(first), first["label"])
        reports.press(Keys.ARROW_RIGHT)
        second = self.focus()
        start = lambda focus: scene.slices[(focus["step"], focus["trip"])]["start"]
        self.assertGreater(start(second), start(first))
        self.assertEqual(self.tip("label"), self.label(second))
        reports.press(Keys.ARROW_LEFT)
        self.assertEqual(self.focus()["id"], first["id"])
        reports.press(Keys.ARROW_DOWN, Keys.ENTER)
        below = self.focus()
        self.assertNotEqual(below["id"], first["id"])
        reports.away()
        self.assertEqual(reports.count("#tip.pinned"), 1)
        self.assertEqual(self.tip("label"), self.label(below), "what is pinned stays")
        reports.press(Keys.ESCAPE)
        self.assertFalse(self.has_tip())
        self.assertIsNone(self.focus())

    def test_the_view_follows_the_focus(self):
        self.reports.script("document.getElementById('timeline').focus()")
        self.reports.press("t", Keys.TAB, *[Keys.ARROW_RIGHT] * 8)
        last = self.focus()
        left, right = self.reports.plot()
        (shape,) = [one for one in self.reports.shapes(".entry") if one["id"] == last["id"]]
        self.assertTrue(left <= shape["right"] and shape["left"] <= right)
        self.assertEqual(self.tip("label"), self.label(last))

    def test_focus_is_seen(self):
        self.reports.script("document.getElementById('timeline').focus()")
        self.reports.press(Keys.TAB)
        width = self.reports.script("return getComputedStyle(document.activeElement.querySelector('.body')).strokeWidth")
        self.assertGreater(float(width.rstrip("px")), 2)


class Pin(Page):
    subject = "attention"

    def test_a_click_pins_and_links_lead_on(self):
        reports, scene = self.reports, self.scene
        reports.press("t")
        shape = next(one for one in self.candidates(".entry.op")
                     if any(arrow[3] == "after" for arrow in scene.arrows(one["step"], one["trip"])))
        self.hover(shape)
        reports.hands().click().perform()
        self.assertEqual(reports.count("#tip.pinned"), 1)
        target = reports.find("#tip .out li:not(.absent) .go")
        step = int(target.get_attribute("data-step"))
        target.click()
        self.assertEqual(self.tip("label"), scene["steps"][step]["label"])
        reports.click("#tip .close")
        self.assertFalse(self.has_tip())

    def test_an_entry_of_the_table_leads_to_the_timeline(self):
        row = self.reports.find("#entries tr[data-entry]")
        row.find_element("css selector", "button").click()
        self.assertEqual(self.tip("label"), self.scene["steps"][int(row.get_attribute("data-entry"))]["label"])


class Counterexample(Page):
    subject = "four_wave"

    def boxes(self, selector):
        """Of the run that is open: wave, left, right, top, bottom."""
        return self.reports.script("return [...document.querySelectorAll('details.hazard[open] ' + arguments[0])].map((e) => {"
                                   " const b = e.getBoundingClientRect(); return [Number(e.dataset.wave), b.left, b.right, b.top, b.bottom]; })", selector)

    def test_a_run_that_goes_wrong_is_drawn_by_wave(self):
        reports = self.reports
        self.assertEqual(self.scene["verdict"], "race")
        for i, hazard in enumerate(self.scene["hazards"]):
            selector = f"details.hazard:nth-of-type({i + 1}) "
            waves = sorted({event["wave"] for event in hazard["run"] if event["wave"] >= 0})
            self.assertEqual(reports.texts(selector + ".wave b"), [f"wave {wave}" for wave in waves])
            self.assertEqual(reports.texts(selector + ".event"),
                             [("✗ " if event["wrong"] else "") + event["text"] for event in hazard["run"]])
            self.assertEqual(reports.count(selector + ".event.wrong"), sum(1 for event in hazard["run"] if event["wrong"]))

    def test_events_lie_in_their_lanes_and_in_order(self):
        run = self.scene["hazards"][0]["run"]
        self.assertGreater(len(run), 3)
        lanes = {wave: (left, right) for wave, left, right, _, _ in self.boxes(".wave")}
        self.assertGreater(len(lanes), 1)
        sides = [side for lane in sorted(lanes.values()) for side in lane]
        self.assertEqual(sides, sorted(sides), "lanes lie beside each other")
        events = self.boxes(".event")
        self.assertEqual([event[0] for event in events], [event["wave"] for event in run])
        for wave, left, right, _, _ in events:
            if wave >= 0:
                self.assertTrue(lanes[wave][0] - 1 <= left and right <= lanes[wave][1] + 1)
            else:
                self.assertTrue(left <= min(lane[0] for lane in lanes.values()) + 1
                                and right >= max(lane[1] for lane in lanes.values()) - 1, "a barrier lies across")
        self.assertTrue(all(above[4] <= below[3] for above, below in zip(events, events[1:])))
        self.assertIn(-1, [event[0] for event in events])

    def test_what_is_in_flight_is_drawn_from_its_begin(self):
        run = self.scene["hazards"][0]["run"]
        begun = [i for i, event in enumerate(run) if event["kind"] == "issues"]
        flights = self.boxes(".flown")
        self.assertEqual(len(flights), len(begun))
        events = self.boxes(".event")
        for i, flight in zip(begun, flights):
            self.assertTrue(events[i][3] <= flight[3] <= events[i][4])
            self.assertGreater(flight[4], events[i][4])

    def test_what_goes_wrong_is_red(self):
        red = self.reports.find("details.hazard[open] .event.wrong").value_of_css_property("color")
        self.assertEqual(red, self.reports.find("#fact-verdict dd").value_of_css_property("color"))
        red, green, blue = (int(part) for part in re.findall(r"\d+", red)[:3])
        self.assertGreater(red, 2 * max(green, blue))

    def test_the_pair_is_shown_on_the_timeline(self):
        self.reports.find("details.hazard .run > button").click()
        hazard = self.scene["hazards"][0]
        self.assertEqual({one["step"] for one in self.reports.shapes(".entry.marked")}, {hazard["first"], hazard["second"]})
        self.assertEqual(self.reports.count("path.arrow.pair"), 1)

    def test_an_event_leads_to_its_step(self):
        self.reports.find("details.hazard[open] .event.wrong .go").click()
        wrong = next(event for event in self.scene["hazards"][0]["run"] if event["wrong"])
        self.assertEqual(self.tip("label"), self.scene["steps"][wrong["step"]]["label"])


class Colours(Page):
    subject = "gemm"

    def brightness(self):
        return sum(int(part) for part in re.findall(r"\d+",
                                                    self.reports.find("body").value_of_css_property("background-color"))[:3])

    def test_light_and_dark(self):
        reports = self.reports
        self.assertGreater(self.brightness(), 600)
        reports.click("#theme")
        self.assertLess(self.brightness(), 150)
        reports.click("#theme")
        self.assertGreater(self.brightness(), 600)

    def test_the_system_decides_and_paper_is_white(self):
        reports = self.reports
        reports.open(self.subject)
        dark = [{"name": "prefers-color-scheme", "value": "dark"}]
        reports.command("Emulation.setEmulatedMedia", features=dark)
        self.assertLess(self.brightness(), 150)
        self.assertEqual(reports.find("#theme").text, "light")
        reports.command("Emulation.setEmulatedMedia", media="print", features=dark)
        self.assertGreater(self.brightness(), 600)

    def test_text_can_be_read(self):
        for dark in (False, True):
            if dark:
                self.reports.click("#theme")
            found = self.reports.script("""
                const probe = document.createElement("span"), pen = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
                document.body.append(probe);
                const light = (name) => {
                  probe.style.color = "var(--" + name + ")";
                  pen.fillStyle = getComputedStyle(probe).color;
                  pen.fillRect(0, 0, 1, 1);
                  const [r, g, b] = [...pen.getImageData(0, 0, 1, 1).data].map((c) => (c /= 255, c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
                  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
                };
                const ratio = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
                const found = {};
                for (const ink of ["ink", "soft", "accent", "good", "doubtful", "bad", "sync"]) found[ink] = Math.min(ratio(ink, "ground"), ratio(ink, "panel"));
                found.wrong = ratio("bad", "bad-ground");
                found.pressed = ratio("ground", "accent");
                probe.remove();
                return found;""")
            for name, ratio in found.items():
                self.assertGreaterEqual(ratio, 4.5, (name, "dark" if dark else "light"))
        self.reports.click("#theme")


def all_tests():
    """The tests of one page follow each other."""
    suite = unittest.TestSuite()
    load = unittest.defaultTestLoader.loadTestsFromTestCase
    for name in SUBJECTS:
        # Drawn like the one that it is derived from; its numbers and reasons are others.
        drawn = [] if name == "derived" else [everywhere.Picture, everywhere.Look, everywhere.Paper]
        for checks in (everywhere.Numbers, *drawn):
            suite.addTests(load(type(f"{checks.__name__}_of_{name}", (checks,), {"subject": name})))
    for checks in (Moves, Keyboard, Pin, Counterexample, Colours):
        suite.addTests(load(checks))
    return suite


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        Page.reports = Reports(*sys.argv[1:4], folder)
        try:
            tests = [test for test in all_tests() if not sys.argv[4:] or any(word in test.id() for word in sys.argv[4:])]
            result = unittest.TextTestRunner(verbosity=2).run(unittest.TestSuite(tests))
        finally:
            Page.reports.close()
    sys.exit(0 if result.wasSuccessful() and result.testsRun > 0 else 1)
