"""One exam in a real window, attacked while it is sat: from the first key of the school to the certificate.

    uv run python -m tests.laboratory.window_sitting PICTURES

The program runs in an X server without a screen and gets its keys from outside, as from a keyboard. The school is
founded in the window, with its keys and three people, and the examiner draws the paper there; its code is the same in
every run, because the script cannot read it. The candidate deletes a figure, goes back and replaces an answer; the log
must have what was typed last. During the sitting the clock is set back by an hour, the laptop is copied with everything
on it, and the program is killed. The copy finishes the same sitting with every answer right, somebody changes an answer
in a sealed result, and the copy tries to sit a second paper, which its waiting time refuses. Then the certifier reads
what the program knows about all this, decides and certifies. The pictures show each step; the text says what was
refused.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.exams.terminal_school import SCHEME
from tests.laboratory.window import Desk, screen, wait_for
from trainer.exams.clock import MachineClock
from trainer.exams.locked_paper import open_paper
from trainer.exams.office import Office
from trainer.exams.people import Candidate, Identity
from trainer.texts import Language, say

ITEMS = 6
EXAM = SCHEME.replace("count = 2", f"count = {ITEMS}").replace("announce/1", "pay-tables/1-2")
ROOT = "the root key"
PASSWORDS = {
    "elena-examiner": "elena elena",
    "vera-invigilator": "vera vera",
    "carlos-certifier": "carlos carlos",
}
ANA = Identity(name="Ana Rojas", document="12345678")
CODE = "ABCD-EFGH-JKMN"  # of every paper that is drawn in the window
START = f"""
import sys
from trainer.cli.main import main
from trainer.exams import office
office.new_code = lambda: {CODE!r}
sys.exit(main(["start"]))
"""


class ExamDesk(Desk):
    """A desk with the office of its school."""

    def __init__(self, folder: Path, pictures: Path, display: str) -> None:
        super().__init__(folder, pictures, display, START)
        self.office = Office(self.home / "data" / "exams", MachineClock())


def trainer(home: Path, *words: str, typed: tuple[str, ...] = ()) -> tuple[int, str]:
    """Exit status and words of the program in the terminal."""
    done = subprocess.run(
        [sys.executable, "-m", "trainer", *words],
        env=os.environ | {"TRAINER_HOME": str(home)},
        input="".join(f"{line}\n" for line in typed),
        capture_output=True,
        check=False,
        text=True,
    )
    return done.returncode, (done.stdout + done.stderr).strip()


def found_in_window(desk: ExamDesk) -> None:
    """The first start: the school gets its name, its keys and three people; every secret is typed twice."""
    schemes = desk.home / "data" / "schemes" / "own"
    schemes.mkdir(parents=True)
    (schemes / "small.toml").write_text(EXAM, encoding="utf-8")
    desk.start()
    desk.press("Return", "Escape", pause=3)  # the greeting of the first start
    desk.press("x", pause=3)
    desk.picture("00-no-school")
    lines = ["Escuela de Prueba", ROOT, ROOT]
    for holder, password in PASSWORDS.items():
        lines += [holder.partition("-")[0].title(), password, password]
    for line in lines:
        desk.type(line)
        desk.press("Return")
    wait_for("the staff", lambda: len(desk.office.staff.people()) == len(PASSWORDS))
    time.sleep(2)
    desk.picture("00-founded")
    assert {one.id for one in desk.office.staff.people()} == set(PASSWORDS)


class Sitting:
    """An exam that is sat in the window, with the answers of its paper."""

    def __init__(self, desk: ExamDesk, paper: str, code: str) -> None:
        self._desk, self.code = desk, code
        found = open_paper(desk.office.locked(paper), code)
        self.solutions = [item.solution for item in found.items]
        self.id = ""

    def begin(self, who: Identity) -> None:
        desk = self._desk
        desk.press("Return", pause=4)
        desk.type(PASSWORDS["vera-invigilator"])
        desk.press("Return", "Return", pause=3)
        for words in (who.name, who.document, self.code):
            desk.type(words)
            desk.press("Return")
        wait_for("the sitting", lambda: bool(desk.office.unfinished()))
        (self.id,) = desk.office.unfinished()
        wait_for("the check of the machine", lambda: self.events("machine-checked") == 1)
        desk.picture("02-practice")
        desk.press("F10", pause=1.5)

    def answer(self, number: int, text: str = "") -> None:
        before, given = self.events("answer"), text or self.solutions[number - 1]
        self._desk.type(given)
        self._desk.press("Return")
        wait_for(f"answer {number}", lambda: self.events("answer") == before + 1)
        newest = json.loads([line for line in self.log().splitlines() if '"kind":"answer"' in line][-1])["event"]
        assert (newest["item"], newest["answer"]) == (number, given), newest

    def log(self) -> str:
        return (self._desk.office.sitting_path(self.id) / "events.jsonl").read_text(encoding="utf-8")

    def events(self, kind: str) -> int:
        return self.log().count(f'"kind":"{kind}"')


def draw_in_window(desk: ExamDesk, who: Identity) -> str:
    """The examiner draws a paper for a candidate; returns its id."""
    desk.press("2", pause=3)  # prepare a paper
    desk.type(PASSWORDS["elena-examiner"])
    desk.press("Return", pause=4)
    desk.picture("00-schemes")
    desk.press("Return", pause=3)
    desk.type("1")
    for place, words in (((522, 406), who.name), ((848, 406), who.document)):
        desk.click(*place)
        desk.type(words)
    desk.picture("00-for-whom")
    desk.press("Return")
    wait_for("the drawn paper", lambda: bool(desk.office.register.of_kind("drawn")))
    desk.picture("00-drawn")
    desk.press("F10", pause=2)
    return desk.office.register.of_kind("drawn")[0].about


def sit(desk: ExamDesk) -> tuple[Sitting, Path]:
    """The draw, and the sitting with a clock set back, a copied home and a kill; returns it and the copy's home."""
    sitting = Sitting(desk, draw_in_window(desk, ANA), CODE)
    desk.picture("01-exams")
    sitting.begin(ANA)
    desk.type("1")
    desk.press("Delete")
    desk.picture("03-deleted")
    sitting.answer(1)
    sitting.answer(2, "7")  # wrong
    desk.press("Prior")
    desk.picture("03-gone-back")
    sitting.answer(2)  # replaces it
    desk.picture("03-before")
    desk.set_clock(-3600)
    wait_for("the clock in the log", lambda: sitting.events("incident") == 1)
    desk.picture("04-clock-set-back")
    sitting.answer(3)
    desk.set_clock(0)
    wait_for("the clock in the log again", lambda: sitting.events("incident") == 2)
    copy = Path(shutil.copytree(desk.home, desk.home.parent / "copy"))
    desk.kill()
    desk.start()
    desk.press("x", pause=4)
    desk.picture("05-after-the-kill")
    desk.press("Return", "Return", pause=3)  # an interrupted exam; the only one
    desk.type(PASSWORDS["vera-invigilator"])
    desk.press("Return", pause=2)
    desk.picture("06-resume")
    desk.type(CODE)
    desk.press("Return")
    wait_for("the sitting to go on", lambda: sitting.events("resumed") == 1)
    desk.picture("07-same-item")
    for number in (4, 5):
        sitting.answer(number)
    sitting.answer(ITEMS, "1")  # wrong
    desk.picture("08-overview")
    desk.press("F10", "F10", pause=1.5)
    desk.picture("09-handed-in")
    desk.type(PASSWORDS["vera-invigilator"])
    desk.press("Return")
    wait_for("the sealed result", lambda: bool(desk.office.results()))
    desk.picture("10-sealed")
    return sitting, copy


def offered(desk: ExamDesk, sitting: Sitting, copy: Path, ana: Candidate) -> None:
    """Three results that somebody else made, offered to the school."""
    exams = copy / "data" / "exams"
    vera, station = PASSWORDS["vera-invigilator"], PASSWORDS["elena-examiner"]
    answers = sitting.solutions[3:]
    typed = (vera, sitting.code, *answers, ":hand-in", "yes", station)
    status, said = trainer(
        copy, "exam", "sit", "--resume", sitting.id, "--invigilator", "vera-invigilator", typed=typed
    )
    assert status == 0, said
    second = next((exams / "results").glob(f"{sitting.id}*.json"))
    refused(desk, "the copy's result, with every answer right", second)
    (own,) = (desk.office.archive.path(one) for one in desk.office.results())
    plain = json.loads(own.read_bytes())
    wrong = next(each for each in plain["result"]["events"] if each["event"].get("answer") == "1")
    wrong["event"]["answer"] = sitting.solutions[-1]
    forged = desk.home.parent / "forged.json"
    forged.write_text(json.dumps(plain, ensure_ascii=False, sort_keys=True, separators=(",", ":")), encoding="utf-8")
    refused(desk, "a result with its wrong answer put right", forged)
    paper, code = draw(copy, ana, "2")
    solutions = [item.solution for item in open_paper(Office(exams, MachineClock()).locked(paper), code).items]
    typed = (vera, "", code, "1", "", *solutions, ":hand-in", "yes", station)
    words = ("exam", "sit", paper, "--candidate", ana.reference, "--invigilator", "vera-invigilator")
    status, said = trainer(copy, *words, typed=typed)
    if status == 0:
        unknown = max((exams / "results").glob("*.json"), key=lambda path: path.stat().st_mtime_ns)
        refused(desk, "a result of a paper that only the copy knows", unknown)
    else:
        print(f"a second sitting on the copy:\n   {said.splitlines()[-1]}")


def refused(desk: ExamDesk, what: str, file: Path) -> None:
    status, said = trainer(desk.home, "exam", "take", str(file))
    assert status == 1, said
    print(f"{what}:\n   {said}")


def certify(desk: ExamDesk) -> None:
    """The certifier reads, decides and certifies in the window."""
    (found,) = desk.office.results()
    print("what the certifier reads:")
    for one in desk.office.observations(found):
        print(f"   {say(one.what, Language.ES)} {one.detail}".rstrip())
    desk.press("Return", pause=2)
    desk.press("3", pause=3)  # results and certificates
    desk.click(479, 341)  # Carlos
    desk.click(650, 411)
    desk.type(PASSWORDS["carlos-certifier"])
    desk.press("Return", pause=3)
    desk.picture("11-results")
    desk.press("Return", pause=3)
    desk.picture("12-review")
    desk.press("n", pause=2)
    desk.picture("12-incidents")
    desk.press("Escape", pause=2)
    desk.press("c", pause=2)
    desk.picture("13-decision")
    desk.press("Return")
    wait_for("the decision", lambda: desk.office.results()[0].is_confirmed)
    desk.picture("14-confirmed")
    desk.press("i", pause=2)
    desk.picture("15-issue")
    desk.press("Return")
    wait_for("the certificate", lambda: bool(list(desk.home.rglob("certificate-*.pdf"))))
    desk.picture("16-issued")
    (sheet,) = desk.home.rglob("certificate-*.pdf")
    status, said = trainer(desk.home, "certificate", "verify", str(sheet))
    assert status == 0, said
    print(f"the certificate:\n   {said}")


def draw(home: Path, ana: Candidate, seat: str) -> tuple[str, str]:
    words = ("exam", "paper", "own/small", "--by", "elena-examiner", "--candidate", ana.reference, "--seat", seat)
    status, said = trainer(home, *words, "--reason", "x", typed=(PASSWORDS["elena-examiner"],))
    found = re.search(r"(\w{32}) .*?(\w{4}-\w{4}-\w{4})", said)
    assert status == 0 and found is not None, said
    return found[1], found[2]


def main(pictures: Path) -> None:
    pictures.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, screen() as display:
        desk = ExamDesk(Path(folder), pictures, display)
        try:
            found_in_window(desk)
            sitting, copy = sit(desk)
            (ana,) = desk.office.people.everybody()
            offered(desk, sitting, copy, ana)
            certify(desk)
        except BaseException:
            desk.picture("99-stopped")
            raise
        finally:
            desk.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
