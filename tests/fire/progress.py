"""Progress of a run: one bar on a terminal, a plain line per case elsewhere."""

import sys
import time

WIDTH = 24


class Progress:
    def __init__(self, cases: int) -> None:
        self.cases, self.done = cases, 0
        self.case, self.begun = "", time.monotonic()
        self.is_terminal = sys.stdout.isatty()

    def begin(self, case: str) -> None:
        self.case = case
        self._draw("")
        if not self.is_terminal:
            say(f"{self.done + 1:3}/{self.cases}  {case}")

    def say(self, what: str) -> None:
        """Show what the case is doing."""
        self._draw(what)

    def end(self, outcome: str) -> None:
        self.done += 1
        self._draw("")
        if not self.is_terminal:
            say(f"         {outcome}")

    def clear(self) -> None:
        if self.is_terminal:
            sys.stdout.write("\r\033[K")

    def _draw(self, what: str) -> None:
        if not self.is_terminal:
            return
        full = WIDTH * self.done // self.cases
        passed = time.monotonic() - self.begun
        line = f"[{'█' * full}{'·' * (WIDTH - full)}] {self.done}/{self.cases} {passed:4.0f} s  {self.case}  {what}"
        sys.stdout.write(f"\r\033[K{line[:118]}")
        sys.stdout.flush()


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
