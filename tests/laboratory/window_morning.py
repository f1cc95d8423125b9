"""A morning of a class in real windows: two laptops that three trainees share, and the instructor's laptop.

    uv run python -m tests.laboratory.window_morning PICTURES

Three programs run, each in an X server of its own, with keys from outside. Ana and Bea join; Carla takes Ana's laptop.
The instructor's laptop dies while Carla answers, and comes back at another address. After a lunch of two hours Ana
goes on at Bea's laptop, the service then runs for three days, and Bea comes back at the other laptop. After each step
the script compares what the school has stored with what was answered, and at the end that no answer is stored for
anybody else. The clocks of all three are set forward together. The join code is the same in every run, because the
script cannot read it on the projector.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from tests.laboratory.window import Desk, screen, wait_for
from trainer.records.store import Store
from trainer.school.entries import Sort
from trainer.school.storage.mixed_records import find_mixed
from trainer.school.storage.people import Role
from trainer.school.storage.school_storage import open_storage

CODE = "ABCD-EFGH-JKMN"
INSTRUCTOR = """
import sys
from trainer.cli.main import main
from trainer.desk.screens.school import controller
from trainer.school.service import admission
admission.new_code = lambda: {code!r}
controller.PORT = {port}
sys.exit(main(["start"]))
"""
LAPTOP = "import sys; from trainer.cli.main import main; sys.exit(main(['start']))"
PORTS = (28_421, 28_422)  # of the service before and after it moved
PINS = {"Ana": "1111", "Bea": "2222", "Carla": "3333"}
LUNCH, DAY = 2 * 3600, 24 * 3600  # seconds
# Places in a window of 1366x768.
TEACH, NAMES = (428, 491), (808, 193)
ROWS = {"Ana": (600, 320), "Bea": (600, 384), "Carla": (600, 448)}
LEAVE, LEAVE_SURE = (433, 416), (450, 392)
UNDERSTOOD = (1280, 30)  # the notice that another person's profile was opened
DRILL = (1027, 231)  # on the path, below the school's strip


class Morning:
    """The three desks, and what has been answered so far."""

    def __init__(self, folder: Path, pictures: Path, displays: list[str]) -> None:
        self.clock = folder / "clock"
        self.pictures = pictures
        self.answered: Counter[str] = Counter()
        self._step = 0
        self.teacher, self.one, self.two = (
            Desk(folder / name, pictures, display, LAPTOP, self.clock)
            for name, display in zip(("teacher", "one", "two"), displays, strict=True)
        )

    def picture(self, desk: Desk, name: str) -> None:
        self._step += 1
        desk.picture(f"{self._step:02}-{name}")

    # The instructor

    def teach(self, port: int) -> None:
        self.teacher.program = INSTRUCTOR.format(code=CODE, port=port)
        is_first = not (self.teacher.home / "data").exists()
        self.teacher.start()
        if is_first:
            self.teacher.press("Return", "Escape", pause=3)  # the greeting of the first start
        self.teacher.press("a", pause=2)
        self.teacher.click(*TEACH)
        self.teacher.press("Return", pause=4)

    def add_trainees(self) -> None:
        self.teacher.click(*NAMES)
        self.teacher.type(", ".join(PINS))
        self.teacher.press("Return", pause=2)
        wait_for("the roster", lambda: len(self._trainees()) == len(PINS))
        self.picture(self.teacher, "roster")

    def look_at_board(self, name: str) -> None:
        self.teacher.press("F6", pause=2)
        self.picture(self.teacher, f"board-{name}")

    # The laptops

    def begin(self, laptop: Desk) -> None:
        laptop.start()
        laptop.press("Return", "Escape", pause=3)
        laptop.press("a", pause=2)

    def join(self, laptop: Desk, name: str, port: int) -> None:
        laptop.press("ctrl+a")
        laptop.type(CODE.lower())
        laptop.press("Tab", "ctrl+a")
        laptop.type(f"127.0.0.1:{port}")
        laptop.press("Return", pause=4)
        self.picture(laptop, f"names-for-{name}")
        laptop.click(*ROWS[name])
        laptop.type(PINS[name])
        laptop.press("Return", pause=4)
        self.picture(laptop, f"{name}-is-in")
        laptop.click(*UNDERSTOOD)
        laptop.press("Escape", pause=2)

    def leave(self, laptop: Desk) -> None:
        laptop.press("a", pause=2)
        laptop.click(*LEAVE)
        laptop.click(*LEAVE_SURE)

    def practise(self, laptop: Desk, name: str, count: int) -> None:
        laptop.click(*DRILL)
        laptop.press("d", pause=3)
        for _ in range(count):
            laptop.press("7", "Return", "Return", pause=1)
        self.answered[name] += count
        laptop.press("Escape", "Escape", "Escape", pause=1.5)
        self.picture(laptop, f"{name}-has-answered")

    # What was stored

    def _trainees(self) -> list[str]:
        with open_storage(self._school) as storage:
            return [one.name for one in storage.people(Role.TRAINEE)]

    @property
    def _school(self) -> Path:
        return self.teacher.home / "data" / "school" / "school.db"

    def stored(self) -> Counter[str]:
        """How many answers of each trainee the school has."""
        with open_storage(self._school) as storage:
            return Counter(
                person.name
                for person in storage.people(Role.TRAINEE)
                for one in storage.all_entries(person.id)
                if one.entry.sort is Sort.ATTEMPT
            )

    def check(self, when: str) -> None:
        """Everything that was answered is stored."""
        wait_for(f"the answers {when}: {dict(self.answered)}", lambda: self.stored() == self.answered)
        print(f"{when}: {dict(sorted(self.answered.items()))} stored", flush=True)

    def check_profiles(self) -> None:
        """Each profile of a laptop holds answers of one trainee, and nobody else has them at the school."""
        with open_storage(self._school) as storage:
            assert list(find_mixed(storage)) == []
            theirs = {
                person.name: {one.entry.id for one in storage.all_entries(person.id)}
                for person in storage.people(Role.TRAINEE)
            }
        for laptop in (self.one, self.two):
            for profile, found in attempts_of(laptop.home / "data" / "progress.db"):
                owners = [name for name, ids in theirs.items() if found & ids]
                assert len(owners) == bool(found), f"{profile}: answers of {owners}"
                assert not found or found <= theirs[owners[0]], f"{profile}: answers that the school does not have"
                print(f"{laptop.home.parent.name}, profile {profile}: {len(found)} answers of {owners}")


def attempts_of(records: Path) -> Iterator[tuple[str, set[bytes]]]:
    """The profiles of a laptop with the ids of their answers."""
    with Store(records) as store:
        for profile in store.profiles():
            yield profile.name, {number for number, _, _ in store.attempts_after(profile.id)}


def run(morning: Morning) -> None:
    one, two = morning.one, morning.two
    morning.teach(PORTS[0])
    morning.add_trainees()
    for laptop, name in ((one, "Ana"), (two, "Bea")):
        morning.begin(laptop)
        morning.join(laptop, name, PORTS[0])
        morning.practise(laptop, name, 3)
    morning.check("after the first questions")
    morning.look_at_board("first")

    morning.leave(one)
    morning.join(one, "Carla", PORTS[0])
    morning.practise(one, "Carla", 2)
    morning.check("after Carla took a laptop over")

    morning.teacher.kill()
    morning.practise(one, "Carla", 2)
    morning.teach(PORTS[1])
    morning.check("at another address")
    morning.look_at_board("moved")

    one.set_clock(LUNCH)
    morning.practise(two, "Bea", 2)
    morning.check("after lunch")
    morning.leave(two)
    morning.join(two, "Ana", PORTS[1])
    morning.practise(two, "Ana", 1)
    morning.check("after Ana came to the other laptop")
    morning.look_at_board("after-lunch")

    for day in (1, 2, 3):
        one.set_clock(LUNCH + day * DAY)
        morning.practise(one, "Carla", 1)
        morning.practise(two, "Ana", 1)
        morning.check(f"after {day} days")
        morning.look_at_board(f"day-{day}")
    morning.teacher.press("F5", pause=2)
    morning.picture(morning.teacher, "code-of-the-third-day")
    morning.leave(one)
    morning.join(one, "Bea", PORTS[1])
    morning.practise(one, "Bea", 1)
    morning.check("after Bea came to the other laptop")
    morning.look_at_board("last")


def main(pictures: Path) -> None:
    pictures.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, ExitStack() as servers:
        displays = [servers.enter_context(screen()) for _ in range(3)]
        morning = Morning(Path(folder), pictures, displays)
        desks = (morning.teacher, morning.one, morning.two)
        try:
            run(morning)
        except BaseException:
            for number, desk in enumerate(desks):
                desk.picture(f"99-stopped-{number}")
            raise
        finally:
            for desk in reversed(desks):
                desk.close()
        morning.check_profiles()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
