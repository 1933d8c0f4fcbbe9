"""A report that a class of tests examines. It is loaded once; before each test it is restored to its initial state."""

import unittest


def shown(value):
    """A number as the page writes it."""
    rounded = round(float(value), 2)
    return str(int(rounded)) if rounded == int(rounded) else f"{rounded:g}"


def amount(value, unit):
    if unit != "bytes":
        return f"{value} slot" + ("" if value == 1 else "s")
    return shown(value / 1024) + " KiB" if value >= 1024 and value % 256 == 0 else f"{value} B"


class Page(unittest.TestCase):
    reports = None  # all of them, in one browser
    subject = None

    @classmethod
    def setUpClass(cls):
        cls.scene = cls.reports.open(cls.subject)

    @classmethod
    def tearDownClass(cls):
        complaints = cls.reports.log()
        if complaints:
            raise AssertionError(f"{cls.subject}: the page complains: {complaints}")

    def setUp(self):
        self.reports.reset()

    def tip(self, fact):
        self.assertTrue(self.has_tip())
        (text,) = self.reports.texts(f"#tip [data-fact='{fact}']")
        return text

    def has_tip(self):
        return not self.reports.script("return document.getElementById('tip').hidden")

    def candidates(self, selector, wanted=lambda shape: True):
        """Entries that the mouse can reach."""
        left, right = self.reports.plot()
        return [one for one in self.reports.shapes(selector) if left + 4 < (one["left"] + one["right"]) / 2 < right - 4
                and wanted(one)]

    def hover(self, shape):
        self.reports.away()
        self.reports.point(round((shape["left"] + shape["right"]) / 2), round((shape["top"] + shape["bottom"]) / 2))
