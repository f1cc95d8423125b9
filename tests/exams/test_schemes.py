"""Shipped schemes have no faults, and every fault of a scheme is named with its key and remedy."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.exams import scheme_revisions
from tests.exams.question_counts import use_stored_names
from tests.exams.support import EXAMINER, SCHEMES, SMALL, offers, office_in
from tests.loops import loop_over
from trainer.cli.main import main
from trainer.exams.rehearsal import rehearse
from trainer.exams.scheme import Level, Scheme
from trainer.exams.scheme_checks import check_scheme, scheme_notes
from trainer.exams.scheme_files import SHIPPED, Schemes, draws_text, read_draws, scheme_text
from trainer.rulebooks import RulebookError, shipped_library
from trainer.texts import Language, say


@pytest.fixture(scope="module")
def shipped() -> dict[str, Scheme]:
    return {scheme_id: SCHEMES.load(scheme_id) for scheme_id in SCHEMES.ids()}


def test_shipped_schemes_have_no_fault_and_survive_being_written(
    shipped: dict[str, Scheme], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_stored_names(monkeypatch)
    for scheme_id, scheme in shipped.items():
        assert check_scheme(scheme, scheme_id, offers(), tuple(shipped)) == [], scheme_id
        assert scheme.rulebook == scheme_id.partition("/")[0]
        assert scheme_notes(scheme), scheme_id
        path = tmp_path / "own.toml"
        path.write_text(scheme_text(scheme), encoding="utf-8")
        assert SCHEMES.read(path, scheme_id) == scheme, scheme_id
        for part in scheme.parts:
            assert read_draws(draws_text(part)) == part.draws, (scheme_id, part.id)


@loop_over("wrong", ["pay-tables", "x zero", "20 zero", "20 × ", "many × zero"])
def test_malformed_draws_are_refused(wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong.strip()):
        read_draws(wrong)


def test_a_changed_scheme_has_a_new_revision_and_says_why(shipped: dict[str, Scheme]) -> None:
    assert scheme_revisions.lines() == scheme_revisions.stored(), scheme_revisions.__doc__
    for name, scheme in shipped.items():
        dates = [change.date for change in scheme.history]
        assert len(dates) == scheme.revision and dates == sorted(dates), name


def test_every_game_with_a_dealer_is_examined_at_both_levels(shipped: dict[str, Scheme]) -> None:
    library = shipped_library()
    asked = {
        level: {(each.rulebook, game) for each in shipped.values() if each.level is level for game in each.games}
        for level in Level
    }
    for rulebook in library.rulebooks():
        games = {(rulebook, game) for game in library.games(rulebook)}
        assert games <= asked[Level.INITIAL] and games <= asked[Level.PROFESSIONAL]
        assert any(book == rulebook for book, _ in asked[Level.CROUPIER])
        assert any(book == rulebook for book, _ in asked[Level.RENEWAL])


def test_twenty_spins_are_cleared_and_paid_in_two_periods() -> None:
    scheme = SCHEMES.load("arica/twenty-spins")
    for part in scheme.parts:
        _, cleared, paid = part.draws
        assert cleared.count == paid.count >= 20 and part.in_rounds


GOOD = """
names = { es = "Prueba", en = "Test" }
level = "initial"
rulebook = "arica"
games = ["roulette-american"]
pass-mark = 70
[parts.pay]
names = { es = "Pagos", en = "Payouts" }
weight = 100
minutes = 10
pass-mark = "72.5"
must-pass = true
draws = [{ count = 20, from = ["pay-tables", "roulette-american:zero/1-2"] }]
"""
FAULTS = [
    ("weight = 100", "weight = 90", "parts", "add up to 90"),
    ('"pay-tables", "roulette-american:zero/1-2"', '"cagnotte"', "parts.pay.draws[0].from", "no question is drawn"),
    ('"pay-tables", ', '"pay-table-s", ', "parts.pay.draws[0].from", "no game has a drill"),
    ('"pay-tables", ', '"Pay tables", ', "parts.pay.draws[0].from", "does not say where to draw"),
    ("roulette-american:zero", "craps:zero", "parts.pay.draws[0].from", "“craps” is not there"),
    ('count = 20, from = ["pay-tables", "roulette-american:zero/1-2"]', 'count = 20, from = ["irregularities"]',
     "parts.pay.draws[0].from", "20 different questions are wanted and there are only 6"),
    ('pass-mark = "72.5"', "pass-mark = 101", "parts.pay.pass-mark", "nobody can reach 101"),
    ('pass-mark = "72.5"', 'pass-mark = "many"', "parts.pay.pass-mark", "is no percentage"),
    ('pass-mark = "72.5"\n', "", "parts.pay.pass-mark", "needs a pass mark of its own"),
    ("pass-mark = 70", "pass-mark = 0", "pass-mark", "everybody passes"),
    ("minutes = 10", "", "parts.pay", "has no time"),
    ("minutes = 10", 'seconds-per-item = 2\ncounts = "accuracy-and-time"', "parts.pay.seconds-per-item", "target time"),
    ('"roulette-american"]\n', '"roulette-french"]\n', "games", "“roulette-french” is not there"),
    ('rulebook = "arica"', 'rulebook = "atlantis"', "rulebook", "no rulebook of that name"),
    ("count = 20", "count = 0", "parts.pay.draws[0].count", "1 or more"),
    ("pass-mark = 70", "pass-mark = 70\nextra-time = [900]", "extra-time", "no possible extra time"),
    ("pass-mark = 70", 'pass-mark = 70\nrenewed-by = "nothing"', "renewed-by", "no exam of that name"),
    ("pass-mark = 70", 'pass-mark = 70\naids = ["phone"]', "aids", "“phone” is not possible"),
    ("pass-mark = 70", 'pass-mark = 70\nverdicts = "now"', "verdicts", "“now” is not possible"),
    ('level = "initial"', 'level = "genius"', "level", "genius"),
    ("weight = 100", "weigth = 100", "parts.pay.weight", "missing"),
    ("weight = 100", "weight = -1", "parts.pay.weight", "between"),
    ("pass-mark = 70", "pass-mark = 70\nvalid-months = 100000", "valid-months", "between 1 and 120"),
    ("pass-mark = 70", "pass-mark = 70\ntutorial = 1000", "tutorial", "between 0 and 20"),
    ("pass-mark = 70", 'pass-mark = 70\nhistory = [{ date = "31-12-26", why = { es = "x", en = "x" } }]',
     "history[0].date", "no day"),
    ("pass-mark = 70", 'pass-mark = "1e999999999"', "pass-mark", "is no percentage"),  # which no memory holds
    ("pass-mark = 70", "pass-mark = 70\nretakes = -1", "retakes", "between 0 and 1,000"),
    ("minutes = 10", "minutes = 5000", "parts.pay.minutes", "between 0 and 1,440"),
    ('es = "Prueba"', 'es = "' + "x" * 5000 + '"', "names.es", "a name of 1 to 120 letters"),
    ("weight = 100", 'weight = "' + "x" * 5000 + '"', "parts.pay.weight", "x" * 60 + "…'"),
]  # fmt: skip


def faults_of(folder: Path, text: str) -> list[str]:
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    schemes = Schemes([SHIPPED, folder])
    try:
        found = check_scheme(schemes.read(path), str(path), offers(), schemes.ids())
    except RulebookError as error:
        found = error.faults
    return [say(fault.message, Language.EN) for fault in found]


def test_no_more_faults_are_told_than_anybody_reads(tmp_path: Path) -> None:
    sources = ", ".join(f'"none-{number}"' for number in range(5000))
    assert len(faults_of(tmp_path, GOOD.replace('"pay-tables", "roulette-american:zero/1-2"', sources))) == 200


def test_a_school_writes_its_own(tmp_path: Path) -> None:
    assert faults_of(tmp_path, GOOD) == []
    short = 'extends = "common/roulette-initial"\nrulebook = "arica"\ngames = ["roulette-american"]\n'
    assert faults_of(tmp_path, short) == []
    assert "mine" in Schemes([SHIPPED, tmp_path]).ids()


@loop_over(("old", "new", "key", "says"), FAULTS)
def test_a_fault_is_named(tmp_path: Path, old: str, new: str, key: str, says: str) -> None:
    assert old in GOOD
    found = faults_of(tmp_path, GOOD.replace(old, new))
    assert any(f"mine.toml: {key}: " in line and says in line for line in found), found


@pytest.mark.parametrize(
    "change",
    [{"pass_mark": "=cmd|x"}, {"pass_mark": 0}, {"parts": ()}, {"parts": (SMALL.parts[0],)}, {"valid_months": 0}],
)
def test_no_paper_is_drawn_from_a_scheme_that_has_a_fault(change: dict[str, Any], tmp_path: Path) -> None:
    """A faulty scheme of a school is reported, and nothing is drawn from it."""
    faulty = msgspec.structs.replace(SMALL, **change)
    with pytest.raises(RulebookError):
        office_in(tmp_path).draw(faulty, EXAMINER, "1", offers())
    with pytest.raises(RulebookError):
        rehearse(faulty, 1, 0.9, tmp_path, offers())
    assert not list(tmp_path.rglob("*.json"))


def test_files_that_build_on_themselves_or_nothing(tmp_path: Path) -> None:
    for text, says in (
        ('extends = "mine"', "does not build on this one"),
        ('extends = "common/nothing"', "mine.toml: extends: there is no exam of that name"),
        ("parts = 3", "parts"),
        ("id = 'x'\n" + GOOD, "named by its file"),
        ("weight = ", "mine.toml"),
    ):
        assert any(says in line for line in faults_of(tmp_path, text)), text


def test_a_cut_that_is_not_the_judges_is_told(tmp_path: Path) -> None:
    standard = """
    [standard]
    method = "Angoff"
    date = "2026-11-16"
    cut = "{cut}"
    error = "0.7"
    decision = {{ es = "La media.", en = "The mean." }}
    judges = [
        {{ name = "A", first = [70], second = [70] }},
        {{ name = "B", first = [80], second = [75] }},
    ]
    """
    assert faults_of(tmp_path, GOOD + standard.format(cut="14.50")) == []
    assert any("estimates give 14.50" in line for line in faults_of(tmp_path, GOOD + standard.format(cut="12")))


def test_the_command_checks_and_lists(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["exam", "schemes", "--rulebook", "coquimbo", "--language", "en"]) == 0
    assert "Blackjack: initial exam: 120 items in 6 parts" in capsys.readouterr().out
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text(GOOD, encoding="utf-8")
    bad.write_text(GOOD.replace("weight = 100", "weight = 90"), encoding="utf-8")
    assert main(["exam", "check", str(good), "--papers", "3", "--language", "en"]) == 0
    said = capsys.readouterr().out
    assert "a candidate who gets 80% right passes this part" in said
    for figure in ("two sittings decide the same", "marks of one person", "5 points more", "secrecy:", "time:"):
        assert figure in said  # each with its aim, in words
    assert "3 papers drawn: the most frequent question is in" in said and "counting items and pieces" in said
    assert main(["exam", "check", str(bad)]) == 1
    assert "suman 90" in capsys.readouterr().out
    assert main(["exam", "check", "baleares/counter-initial", "--papers", "0"]) == 0  # as `exam schemes` lists it
    assert "baleares/counter-initial 16" in capsys.readouterr().out


def test_a_broken_file_of_a_school_hides_no_other_exam(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRAINER_HOME", str(tmp_path))
    broken = tmp_path / "data" / "schemes" / "mine.toml"
    broken.parent.mkdir(parents=True)
    broken.write_text("parts = 3", encoding="utf-8")
    assert main(["exam", "schemes", "--rulebook", "arica"]) == 2
    said = capsys.readouterr()
    assert "arica/twenty-spins" in said.out and "mine.toml: parts" in said.err
