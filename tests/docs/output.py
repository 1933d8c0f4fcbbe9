"""What a page shows of an output against the output."""


def matches(shown, line):
    if shown.endswith("..."):
        return line.startswith(shown[:-3].rstrip())
    return line.rstrip() == shown.rstrip()


def differs(shown, text):
    """"" when the shown lines are the text, with `...` for lines left out; else the first difference in words."""
    printed = text.rstrip("\n").split("\n")
    shown = list(shown)
    furthest = [0, 0]

    def agree(s, p):
        while s < len(shown):
            if shown[s].strip() == "...":
                return any(agree(s + 1, q) for q in range(p, len(printed) + 1))
            if p == len(printed) or not matches(shown[s], printed[p]):
                furthest[:] = max(furthest, [s, p])
                return False
            s += 1
            p += 1
        furthest[:] = max(furthest, [s, p])
        return p == len(printed)

    if agree(0, 0):
        return ""
    s, p = furthest
    wanted = shown[s] if s < len(shown) else "(the end)"
    found = printed[p] if p < len(printed) else "(the end)"
    return f"the output differs at its line {p + 1}:\n  shown   {wanted}\n  printed {found}"
