"""Rosters all or nothing, namesakes, what an erased person leaves behind, and rights that nobody asked for."""

from __future__ import annotations

import asyncio
import re
import unicodedata
from pathlib import Path
from uuid import uuid4

import msgspec
import pytest

from tests.school.laptops import FINGERPRINT, asked
from tests.school.people import Clock, a_class, a_plan, an_assignment, some_entries
from tests.school.scenes import Scene
from trainer.cli import school
from trainer.cli.main import main
from trainer.records.attempts import wall_clock
from trainer.school import exports, protocol, rights
from trainer.school.entries import skill_of
from trainer.school.errors import BadRosterError, NotAllowedError, SchoolError
from trainer.school.laptop.join_client import JoinClient
from trainer.school.rights import Action
from trainer.school.roster import RosterLine, RosterResult, import_roster, parse_roster
from trainer.school.service.boards import read_lines
from trainer.school.service_identity import ServiceIdentity
from trainer.school.skill_names import mistake_name, regulation_name, skill_name, skill_names
from trainer.school.storage.backup import back_up
from trainer.school.storage.entry_book import Incoming
from trainer.school.storage.people import ERASED, Role
from trainer.school.storage.school_storage import Storage, open_storage
from trainer.texts import Language


def test_a_roster_is_imported_as_a_whole_or_not_at_all(either: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    good = [RosterLine(f"Persona {number}", f"p{number}", "Lunes") for number in range(40)]
    with pytest.raises(BadRosterError):
        import_roster(either, [*good, RosterLine("Otra", "p3", "Martes")])
    assert either.people() == [] == either.classes() and either.audit() == []
    failing = [*good, RosterLine("\ud800", "p99", "Lunes")]  # a letter that no database stores
    with pytest.raises((SchoolError, UnicodeEncodeError)):
        import_roster(either, failing)
    assert either.people() == [] == either.classes()
    assert import_roster(either, good) == RosterResult(40, 0, 1)
    assert import_roster(either, good) == RosterResult(0, 40, 0)


def test_a_roster_takes_as_many_statements_for_many_lines_as_for_few(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    def statements(lines: list[RosterLine]) -> int:
        count = 0
        engine = storage.engine
        with monkeypatch.context() as patching:
            begun = engine.writing

            def counted() -> object:
                nonlocal count
                count += 1
                return begun()

            patching.setattr(engine, "writing", counted)
            import_roster(storage, lines)
        return count

    few = statements([RosterLine("Ana", "", "Lunes")])
    assert statements([RosterLine(f"Persona {number}", "", "Lunes") for number in range(500)]) == few == 1


def test_namesakes_on_a_roster_are_different_people(either: Storage) -> None:
    lines = parse_roster("name;class\nAna Ríos;Lunes\nAna Ríos;Lunes\nBea;Lunes\n")
    assert import_roster(either, lines) == RosterResult(3, 0, 1)
    assert import_roster(either, lines) == RosterResult(0, 3, 0)
    assert [one.name for one in either.people(Role.TRAINEE)] == ["Ana Ríos", "Ana Ríos", "Bea"]
    assert import_roster(either, [*lines, lines[0]]) == RosterResult(1, 3, 0)


def test_namesakes_can_be_told_apart_when_joining(scene: Scene) -> None:
    twins = [scene.storage.add_person("Ana", Role.TRAINEE, login) for login in ("ana-2", "1", "2", "")]
    scene.storage.add_members(scene.mine.id, [one.id for one in twins])

    async def names() -> list[str]:
        talk = JoinClient(scene.code, "school.local", "laptop")
        talk.hello_back(await asked(scene.school, protocol.Hello, talk.hello()), FINGERPRINT)
        found = talk.names(await asked(scene.school, protocol.AskNames, talk.ask_names()), FINGERPRINT)
        return [line.name for line in found]

    found = asyncio.run(names())
    assert len(set(found)) == 6 and "Ana (ana-2)" in found and "Bea" in found
    assert [line.name for line in read_lines(scene.storage, scene.mine.id, None)] == found
    scene.school.close()


def test_an_erased_name_is_in_no_title_and_in_no_file(tmp_path: Path) -> None:
    path = tmp_path / "school.db"
    with open_storage(path) as storage:
        group, (ana, _) = a_class(storage, "Repaso de Ana Inconfundible", ("Ana Inconfundible", "Bea"))
        title = msgspec.structs.replace(an_assignment(group), title="Para ana inconfundible: plenos")
        storage.add_assignment(title)
        storage.keep([Incoming(ana.id, None, some_entries(3))])
        assert b"nconfundible" in b"".join(one.read_bytes() for one in tmp_path.iterdir())
        storage.erase(ana.id)
        # Also while the school is served: the write-ahead log is part of its files.
        assert b"nconfundible" not in b"".join(one.read_bytes() for one in tmp_path.iterdir())
        assert [one.title for one in storage.assignments([group.id])] == [f"Para {ERASED}: plenos"]
        assert storage.class_by_id(group.id).name == f"Repaso de {ERASED}"


def test_an_erased_name_is_in_no_row(either: Storage) -> None:
    group, (ana, _) = a_class(either, "Repaso de Ana Inconfundible", ("Ana Inconfundible", "Bea"))
    either.add_assignment(msgspec.structs.replace(an_assignment(group), title="Plenos", by="Ana Inconfundible"))
    either.erase(ana.id)
    for table in ("people", "classes", "assignments", "audit", "laptops"):
        rows = either.engine.rows(f"SELECT * FROM {table}")
        assert "nconfundible" not in str(
            [[bytes(cell) if isinstance(cell, memoryview) else cell for cell in row] for row in rows]
        )


def test_former_names_are_erased_too_in_either_normal_form(either: Storage) -> None:
    group, (ana, bea) = a_class(either, "Repaso de Ana Peñalba", ("Ana Peñalba", "Bea"))
    title = unicodedata.normalize("NFD", "Para Ana Peñalba")
    either.add_assignment(msgspec.structs.replace(an_assignment(group), title=title))
    either.rename(ana.id, "Bea")
    either.rename(ana.id, "Ana Ríos")
    either.erase(ana.id)
    assert either.class_by_id(group.id).name == f"Repaso de {ERASED}"
    assert [one.title for one in either.assignments([group.id])] == [f"Para {ERASED}"]
    assert either.person(bea.id).name == "Bea"


def test_an_erasure_that_was_killed_is_finished_when_the_school_is_served(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def kill(*_: object) -> None:
        raise KeyboardInterrupt

    with open_storage(tmp_path / "school.db") as storage:
        scene = Scene(storage, Clock())
        storage.rename(scene.ana.id, "Ana Inconfundible")
        with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
            patch.setattr(storage.engine, "scrub", kill)
            storage.erase(scene.ana.id)
        assert b"nconfundible" in b"".join(one.read_bytes() for one in tmp_path.iterdir())
        asyncio.run(scene.school.finish())
        assert b"nconfundible" not in b"".join(one.read_bytes() for one in tmp_path.iterdir())
        before = storage.audit()
        asyncio.run(scene.school.finish())
        assert storage.audit() == before
        scene.school.close()


def test_erasing_somebody_changes_no_name_of_another_in_the_audit_log(either: Storage) -> None:
    _, (ana, other, namesake, bea) = a_class(either, trainees=("Ana", "Ana García", "Ana", "Ana"))
    either.rename(other.id, "Ana García Gil")
    either.rename(bea.id, "Bea")  # she was added under a wrong name
    either.erase(ana.id)
    told = {one.id: [line.details for line in either.audit() if line.about == str(one.id)] for one in (other, namesake)}
    assert {"trainee Ana García", "Ana García Gil"} <= set(told[other.id]) and "trainee Ana" in told[namesake.id]
    assert not [line for line in either.audit() if line.about == str(bea.id) and "Ana" in line.details]


def test_a_restored_school_has_its_certificate_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with open_storage(tmp_path / "one" / "school.db") as storage:
        _, (ana, _) = a_class(storage)
        lost = storage.add_laptop(ana.id, bytes(range(32)), "laptop")
    before = ServiceIdentity(tmp_path / "one", wall_clock(), is_in_use=False).fingerprint
    copy = str(tmp_path / "copy.school")
    assert main(["school", "--folder", str(tmp_path / "one"), "backup", copy]) == 0
    with open_storage(tmp_path / "one" / "school.db") as storage:
        storage.withdraw_laptop(lost.id)
    capsys.readouterr()
    assert main(["school", "--folder", str(tmp_path / "two"), "restore", copy]) == 0
    assert "1 portátil puede conectarse" in capsys.readouterr().out  # the withdrawn one is valid again: it is told
    assert ServiceIdentity(tmp_path / "two", wall_clock(), is_in_use=True).fingerprint == before


def test_the_command_line_opens_a_code_at_any_time(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with open_storage(tmp_path / "school.db") as storage:
        a_class(storage)
    assert main(["school", "--folder", str(tmp_path), "code", "lunes"]) == 0
    assert re.search(r"[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}", capsys.readouterr().out)
    with open_storage(tmp_path / "school.db") as storage:
        assert len(storage.codes()) == 1
    assert main(["school", "--folder", str(tmp_path), "code", "martes"]) == 1
    assert main(["school", "--folder", str(tmp_path), "separate"]) == 0
    assert main(["school", "--folder", str(tmp_path), "recount"]) == 0


def test_no_internal_id_is_shown(scene: Scene) -> None:
    item = "pay-the-layout~2/3 baleares/roulette-french@1+ab12cd34 #77"
    assert skill_of(item) == "pay-the-layout baleares/roulette-french"
    for skill in (skill_of(item), "pay-the-layout~2 baleares/roulette-french"):
        name = skill_name(skill, Language.EN)
        assert "~" not in name and name != "pay-the-layout"
    assert mistake_name("roulette.mistake.added-the-stake", Language.ES) != "roulette.mistake.added-the-stake"
    assert mistake_name("roulette.mistake.of-tomorrow", Language.ES) == "Error sin nombre en esta versión"
    same = [f"pay-the-layout {place}" for place in ("baleares/roulette-french", "casa/roulette-french")]
    assert list(skill_names(same, Language.ES).values()) == ["Pagar el paño · Illes Balears", "Pagar el paño · Casa"]
    same[1] = "pay-the-layout baleares/roulette-american"
    assert skill_names(same, Language.EN)[same[1]] == "Pay the layout · American roulette"
    assert skill_names(same[:1], Language.ES) == {same[0]: "Pagar el paño"}
    for odd in ("", " ", "x", "a b/c", "a baleares/..", "a ../blackjack:x", "a own-house/roulette-french:nothing"):
        assert re.fullmatch(r"(Pagar el paño|Ejercicio de otra versión)", skill_name(odd, Language.ES)), odd
        assert regulation_name(odd.partition(" ")[2], Language.ES) is not None
    session, *attempts = some_entries(30)
    bodies = [msgspec.msgpack.decode(one.body) for one in attempts]
    for body, place in zip(bodies, ("own-house/roulette-french", "baleares/blackjack") * 15, strict=True):
        body[1] = f"pay-the-layout/1 {place}@1+ab12cd34 #7"
    changed = [
        msgspec.structs.replace(one, body=msgspec.msgpack.encode(body))
        for one, body in zip(attempts, bodies, strict=True)
    ]
    scene.storage.keep([Incoming(scene.ana.id, None, [session, *changed])])
    for table, last in (("skills", None), ("attempts", -1)):  # the last column names the question
        rows = [list(row)[:last] for row in exports.table_of(scene.storage, table, scene.mine.id)]
        words = [cell for row in rows for cell in row if isinstance(cell, str)]
        assert {"Ruleta francesa", "Own house", "Black Jack o veintiuno", "Illes Balears"} <= set(words)
        assert not [word for word in words if re.search(r"pay-the|roulette|blackjack|practise|/", word)]
    scene.school.close()


def test_every_right_in_the_table_is_asked_somewhere() -> None:
    root = Path(rights.__file__).parents[1]
    sources = [*(root / "school").rglob("*.py"), *(root / "cli").glob("school*.py")]
    code = "\n".join(path.read_text(encoding="utf-8") for path in sources if path.name != "rights.py")
    assert [action.name for action in Action if f"Action.{action.name}" not in code] == []


def test_exports_and_backups_ask_who_wants_them(scene: Scene, tmp_path: Path) -> None:
    with pytest.raises(NotAllowedError):
        exports.table_of(scene.storage, "work", scene.other.id, who=scene.teacher.id)
    exports.table_of(scene.storage, "work", scene.mine.id, who=scene.teacher.id)
    with pytest.raises(NotAllowedError):
        back_up(scene.storage, tmp_path / "copy.school", scene.teacher.id)
    assert list(tmp_path.iterdir()) == []
    scene.school.close()


def test_letters_that_cannot_be_seen_make_no_other_name(storage: Storage) -> None:
    for name in ("Jose\N{ZERO WIDTH JOINER}\N{COMBINING ACUTE ACCENT}", "Jos\N{LATIN SMALL LETTER E WITH ACUTE}"):
        import_roster(storage, parse_roster(f"name\n{name}\n"), "Lunes")
    assert len(storage.people()) == 1


def test_a_mac_writes_accents_in_two_letters(storage: Storage) -> None:
    import_roster(storage, parse_roster("nombre;matri\u0301cula\nAna;n\u03037\n"), "Lunes")
    assert storage.by_login("\u00f17") == storage.by_login("n\u03037") == storage.people()[0]


@pytest.mark.parametrize("roster", ["nombre;id\n\nAna;7\n\nBea;7\n", 'nombre;id;nota\nAna;7;"a\nb"\nEva\nBea;7\n'])
def test_a_refused_line_is_named_as_in_the_file(roster: str, storage: Storage) -> None:
    with pytest.raises(BadRosterError, match="line 5, the id '7' is Ana"):
        import_roster(storage, parse_roster(roster), "Lunes")


def test_namesakes_have_lines_of_their_own_in_a_race(scene: Scene) -> None:
    twin = scene.storage.add_person("Ana", Role.TRAINEE, "ana-2")
    scene.storage.add_members(scene.mine.id, [twin.id])
    race = protocol.RaceRules(id=uuid4(), class_id=scene.mine.id, plan=str(a_plan(2)), length=2)

    async def run() -> protocol.RaceStandings:
        for who in (scene.ana, twin):
            scene.school.hub.add((await scene.connection(who))[0])
        await scene.ask(desk := await scene.desk(), protocol.RaceOrder(race=race, order="open"))
        scene.school.hub.add(desk)
        await scene.ask(desk, protocol.RaceOrder(race=race, order="next"))
        found = [protocol.read_from_service(desk.outgoing.get_nowait()) for _ in range(desk.outgoing.qsize())]
        return next(one for one in found if isinstance(one, protocol.RaceStandings))

    assert {line.name for line in asyncio.run(run()).lines} == {"Ana · 1", "Ana (ana-2)"}
    scene.school.close()


def test_a_surname_in_a_column_of_its_own_belongs_to_the_name() -> None:
    lines = parse_roster("Apellidos;Nombre;Matrícula\nRíos Vera;Ana;1\n;Eva;2\nSoto;;3\n")
    assert [(line.name, line.login) for line in lines] == [("Ana Ríos Vera", "1"), ("Eva", "2"), ("Soto", "3")]
    with pytest.raises(BadRosterError):
        parse_roster(f"name,surname\n{'a' * 70},{'b' * 70}\n")


def test_a_class_and_a_person_are_found_as_they_are_typed(either: Storage) -> None:
    group = either.add_class("Técnica")
    for typed in ("técnica", unicodedata.normalize("NFD", "Técnica"), " Técnica\u200b"):
        assert either.class_by_name(typed) == group
    assert either.class_by_name("") is None is either.class_by_name("x" * 300)
    ana = either.add_person("Ana Ríos", Role.TRAINEE)
    assert school._person(either, unicodedata.normalize("NFD", "ana  ríos")) == ana


def test_somebody_taken_out_by_mistake_is_the_same_person_when_added_again(either: Storage, clock: Clock) -> None:
    group, (ana, bea) = a_class(either)
    again = parse_roster("name\nAna\nBea\n")
    for _ in range(2):
        either.remove_member(group.id, ana.id)
        assert import_roster(either, again, "Lunes") == RosterResult(0, 2, 0)
        assert [one.id for one in either.members(group.id)] == [ana.id, bea.id]
    assert import_roster(either, again, "Martes") == RosterResult(2, 0, 1)  # she was never in that class
    either.remove_member(group.id, ana.id)
    clock.go_on(hours=25)  # somebody of that name who comes later is somebody else
    assert import_roster(either, again, "Lunes").added == 1
    for person in (ana, bea):
        either.erase(person.id)
    assert import_roster(either, again, "Lunes").added == 1


def test_who_is_meant_by_a_name_that_was_taken_out(either: Storage, clock: Clock) -> None:
    group = either.add_class("Lunes")
    decomposed = unicodedata.normalize("NFD", "José Núñez")
    cases = [
        ("José Núñez;", "JOSÉ NÚÑEZ;", True),
        ("José Núñez;", f"{decomposed};", True),
        ("José Núñez;", "  José   Núñez ;", True),
        ("José Núñez;", "José Núñez;8", True),  # an id that comes later
        ("José Núñez;7", "José Núñez;", True),
        ("José Núñez;7", "José Núñez;8", False),
        ("José Núñez;7", "José Nuñez;", False),
    ]
    for before, after, is_same in cases:
        import_roster(either, parse_roster(f"name;id\n{before}\n"), "Lunes")
        (first,) = either.members(group.id)
        either.remove_member(group.id, first.id)
        import_roster(either, parse_roster(f"name;id\n{after}\n"), "Lunes")
        (second,) = either.members(group.id)
        assert (first.id == second.id) == is_same, (before, after)
        for person in {first.id, second.id}:
            either.erase(person)
    import_roster(either, parse_roster("name\nZoe\n"), "Lunes")
    (zoe,) = either.members(group.id)
    either.remove_member(group.id, zoe.id)
    either.rename(zoe.id, "Zoe Gil")
    clock.go_on(days=-1)  # the clock of the service was wrong
    import_roster(either, parse_roster("name\nZoe\nZoe Gil\n"), "Lunes")
    assert [(one.name, one.id == zoe.id) for one in either.members(group.id)] == [("Zoe", False), ("Zoe Gil", True)]


def test_nobody_is_taken_out_of_a_class_without_being_in_it(either: Storage) -> None:
    _, (ana, _) = a_class(either)
    other = either.add_class("Martes")
    either.remove_member(other.id, ana.id)
    assert import_roster(either, parse_roster("name\nAna\n"), "Martes").added == 1
    assert "take-out" not in {line.action for line in either.audit()}


def test_of_two_namesakes_taken_out_none_is_put_in_by_name(either: Storage) -> None:
    group, (ana, other) = a_class(either, trainees=("Ana", "Ana"))
    for person in (ana, other):
        either.remove_member(group.id, person.id)
    assert import_roster(either, parse_roster("name\nAna\n"), "Lunes").added == 1
