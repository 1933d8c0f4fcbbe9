"""Reports of `stretto show` in one browser: pages to look at, and the JSON that they must agree with."""

import json
import os
import subprocess
import sys
import time

try:
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.action_chains import ActionChains
    from selenium.webdriver.common.keys import Keys
except ImportError:
    print("skipped: python3-selenium not found")
    sys.exit(77)

WIDTH, HEIGHT = 1366, 768  # of a small laptop
LOOPS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "loops")
SUBJECTS = {
    "ping_pong": ["ping_pong"],
    "derived": ["ping_pong", "--sync", "derived"],
    "attention": ["flash_attention"],
    "gemm": ["gemm", "--target", "b200"],
    "graph": [os.path.join(LOOPS, "origami.jsonl"), "--loop", "9"],
}
RACY = {"four_wave": ["four_wave"]}  # with a run of several steps
SYNC_KINDS = ("wait", "barrier", "arrive", "await", "fence")


class Scene:
    """The JSON of a subject, and what can be derived from it without the page."""

    def __init__(self, data):
        self.data = data
        self.executed = {(one["step"], one["trip"]) for name in ("slices", "stalls", "syncs") for one in data[name]}
        self.slices = {(one["step"], one["trip"]): one for one in data["slices"]}

    def __getitem__(self, key):
        return self.data[key]

    def arrows(self, step, trip):
        """Ends of the arrows of an execution: one for each other execution, kind and direction."""
        found = set()
        for name, sign in (("before", -1), ("after", 1)):
            for link in self["steps"][step].get(name, []):
                other = (link["step"], trip + sign * link["distance"])
                if other in self.executed:
                    found.add((*other, link["kind"], name))
        return found


class Reports:
    def __init__(self, tool, chromium, chromedriver, folder):
        self.folder = folder
        self.scenes = {}
        # All at once: a subject takes a second, since each of its waits is taken away and the rest is proven.
        started = [
            subprocess.Popen([tool, "show", *words, form, "-o", self.path(name, form)])
            for name, words in {**SUBJECTS, **RACY}.items()
            for form in ("--html", "--json")
        ]
        options = webdriver.ChromeOptions()
        options.binary_location = chromium
        for word in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-software-rasterizer",
                     "--disable-dev-shm-usage", "--no-first-run",
                     "--disable-extensions", "--disable-background-networking", "--disable-component-update",
                     f"--window-size={WIDTH},{HEIGHT}"):
            options.add_argument(word)
        options.add_argument("--user-data-dir=" + os.path.join(folder, "profile"))
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=Service(chromedriver))
        self.command("Emulation.setDeviceMetricsOverride", width=WIDTH, height=HEIGHT, deviceScaleFactor=1, mobile=False)
        # A page of the same kind, with nothing in it.
        with open(self.path("empty", "--html"), "w", encoding="utf-8") as file:
            file.write("<!DOCTYPE html><title>empty</title>")
        self.driver.get("file://" + self.path("empty", "--html"))
        self.count("title"), self.find("title").text  # the driver leaves some of its own
        self.usual_globals = self.globals()
        for process in started:
            if process.wait() != 0:
                raise RuntimeError(f"{process.args}: exit status {process.returncode}")
        for name in (*SUBJECTS, *RACY):
            with open(self.path(name, "--json"), encoding="utf-8") as file:
                self.scenes[name] = Scene(json.load(file))

    def path(self, name, form):
        return os.path.join(self.folder, name + form.replace("--", "."))

    def close(self):
        self.driver.quit()

    def open(self, name):
        """A page afresh; its scene."""
        self.command("Emulation.setEmulatedMedia", media="", features=[])
        self.driver.get("file://" + self.path(name, "--html"))
        return self.scenes[name]

    # --- what is there

    def command(self, name, **arguments):
        return self.driver.execute_cdp_cmd(name, arguments)

    def script(self, text, *arguments):
        return self.driver.execute_script(text, *arguments)

    def find(self, selector):
        return self.driver.find_element("css selector", selector)

    def count(self, selector):
        return self.script("return document.querySelectorAll(arguments[0]).length", selector)

    def cells(self, rows):
        return self.script("return [...document.querySelectorAll(arguments[0])].map((row) => [...row.cells].map((cell) => cell.textContent))", rows)

    def texts(self, selector):
        return self.script("return [...document.querySelectorAll(arguments[0])].map((e) => e.textContent.replace(/\\s+/g, ' ').trim())", selector)

    def log(self):
        return [line["message"] for line in self.driver.get_log("browser")]

    def view(self):
        return tuple(self.script("const {from, to} = document.getElementById('timeline').dataset; return [Number(from), Number(to)]"))

    def plot(self):
        """Left and right of the rows, in pixels of the window."""
        return tuple(self.script("const at = document.getElementById('timeline').getBoundingClientRect().left,"
                                 " r = document.querySelector('#inside rect'), x = Number(r.getAttribute('x'));"
                                 " return [at + x, at + x + Number(r.getAttribute('width'))]"))

    def shapes(self, selector):
        """Drawn entries: step, trip and place in the window."""
        return self.script("return [...document.querySelectorAll('#timeline ' + arguments[0])].map((e) => {"
                           " const b = (e.querySelector('.body') || e).getBBox(), m = (e.querySelector('.body') || e).getScreenCTM();"
                           " return {step: Number(e.dataset.step), trip: Number(e.dataset.trip), kind: e.dataset.kind, id: e.dataset.entry,"
                           " left: b.x * m.a + m.e, right: (b.x + b.width) * m.a + m.e, top: b.y * m.d + m.f, bottom: (b.y + b.height) * m.d + m.f}; })", selector)

    def globals(self):
        return set(self.script("return Object.getOwnPropertyNames(window)"))

    # --- what is done

    def hands(self):
        return ActionChains(self.driver, duration=0)

    def away(self):
        self.point(5, 5)

    def click(self, selector):
        self.hands().move_to_element(self.find(selector)).click().perform()

    def press(self, *keys):
        self.hands().send_keys(*keys).perform()

    def point(self, x, y):
        """The mouse to a place of the window."""
        moves = self.hands()
        moves.w3c_actions.pointer_action.move_to_location(x, y)
        moves.perform()

    def drag(self, x, y, to_x, to_y):
        self.point(x, y)
        moves = self.hands().click_and_hold()
        for part in (0.5, 1):
            moves.w3c_actions.pointer_action.move_to_location(round(x + (to_x - x) * part), round(y + (to_y - y) * part))
        moves.release().perform()

    def reset(self):
        """As the page was when it was opened."""
        self.script("scrollTo(0, 0); document.activeElement.blur()")
        self.away()
        self.press(Keys.ESCAPE, Keys.ESCAPE, "0")

    def until(self, is_so, what, seconds=5):
        """The browser does some things a moment later."""
        last = time.monotonic() + seconds
        while not is_so():
            if time.monotonic() > last:
                raise AssertionError("not so: " + what)
            time.sleep(0.02)

    def wheel(self, x, y, turn):
        self.point(x, y)
        self.command("Input.dispatchMouseEvent", type="mouseWheel", x=x, y=y, deltaX=0, deltaY=turn)
