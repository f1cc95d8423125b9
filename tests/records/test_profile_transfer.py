"""Export and import of profiles between laptops: nothing is lost or duplicated."""

import csv
import gzip
import io
import random
from pathlib import Path

import msgspec
import pytest

from tests.records.support import HandClock, answered
from trainer.records.errors import BadLineError, CannotOpenError, ExistsError, ExportTooNewError, NotAnExportError
from trainer.records.profile_transfer import export_profile, import_profile, write_csv
from trainer.records.store import Attempt, Derived, Store


def everything(store: Store, name: str) -> list[Attempt]:
    return list(store.attempts(store.profile(name).id))


def test_an_exported_profile_is_the_same_elsewhere(tmp_path: Path, store: Store, clock: HandClock) -> None:
    ana = store.add_profile("Ana", pin="4711")
    store.set_settings(ana.id, '{"new-facts": 5}')
    kept = [answered(store, ana.id, answer=str(number), mistake="roulette.mistake.x") for number in range(30)]
    assert export_profile(store, ana.id, tmp_path / "ana.trainee") == 30
    with Store(tmp_path / "other" / "records.db", clock) as other:
        result = import_profile(other, tmp_path / "ana.trainee")
        assert (result.added, result.known) == (30, 0)
        assert everything(other, "Ana") == kept
        assert other.settings(ana.id) == '{"new-facts": 5}'
        assert not result.profile.has_pin
        assert result.profile.created == ana.created


@pytest.mark.parametrize("seconds", [-2_208_988_800.0, -1.0, float(1 << 32)], ids=["1900", "1969", "2106"])
def test_a_profile_is_exported_whatever_the_clock_says(
    tmp_path: Path, store: Store, clock: HandClock, monkeypatch: pytest.MonkeyPatch, seconds: float
) -> None:
    monkeypatch.setattr("time.time", lambda: seconds)
    ana = store.add_profile("Ana")
    answered(store, ana.id)
    export_profile(store, ana.id, tmp_path / "ana.trainee")
    with Store(None, clock) as other:
        assert import_profile(other, tmp_path / "ana.trainee").added == 1


def test_importing_twice_adds_nothing(tmp_path: Path, store: Store, clock: HandClock) -> None:
    ana = store.add_profile("Ana")
    answered(store, ana.id)
    export_profile(store, ana.id, tmp_path / "ana.trainee")
    with Store(None, clock) as other:
        for added, known in ((1, 0), (0, 1), (0, 1)):
            assert import_profile(other, tmp_path / "ana.trainee")[1:] == (added, known)


@pytest.mark.parametrize("seed", range(5))
def test_two_laptops_end_up_the_same_whatever_the_order(tmp_path: Path, seed: int) -> None:
    """Both go on practising and exchange files repeatedly, some of them old."""
    random_source = random.Random(seed)
    clocks = [HandClock(), HandClock()]
    clocks[1].move(hours=7)
    with Store(None, clocks[0]) as home, Store(None, clocks[1]) as school:
        ana = home.add_profile("Ana")
        export_profile(home, ana.id, tmp_path / "0.trainee")
        import_profile(school, tmp_path / "0.trainee")
        made: list[Attempt] = []
        for number in range(1, 30):
            here, other = random_source.sample([home, school], 2)
            for clock in clocks:
                clock.move(minutes=random_source.randrange(90))
            made += [answered(here, ana.id) for _ in range(random_source.randrange(3))]
            export_profile(here, ana.id, tmp_path / f"{number}.trainee")
            import_profile(other, tmp_path / f"{random_source.randrange(number + 1)}.trainee")
        for number in range(30):
            import_profile(home, tmp_path / f"{number}.trainee")
            import_profile(school, tmp_path / f"{number}.trainee")
        assert everything(home, "Ana") == everything(school, "Ana") == sorted(made, key=lambda made: made.id)


def test_derived_values_are_dropped_only_if_attempts_were_added(tmp_path: Path, store: Store, clock: HandClock) -> None:
    ana = store.add_profile("Ana")
    answered(store, ana.id)
    export_profile(store, ana.id, tmp_path / "ana.trainee")
    store.write_derived(ana.id, [Derived("day", "2026-11-16", "[1]")])
    import_profile(store, tmp_path / "ana.trainee")
    assert store.derived(ana.id, "day")
    with Store(None, clock) as other:
        import_profile(other, tmp_path / "ana.trainee")
        answered(other, ana.id)
        export_profile(other, ana.id, tmp_path / "more.trainee")
    import_profile(store, tmp_path / "more.trainee")
    assert not store.derived(ana.id, "day")


def test_another_trainee_of_the_same_name_gets_a_number_or_is_merged_if_asked(
    tmp_path: Path, store: Store, clock: HandClock
) -> None:
    ana = store.add_profile("Ana")
    own = answered(store, ana.id)
    with Store(None, clock) as other:
        stranger = other.add_profile("ana")
        clock.move(minutes=1)
        brought = answered(other, stranger.id)
        export_profile(other, stranger.id, tmp_path / "ana.trainee")
    assert import_profile(store, tmp_path / "ana.trainee").profile.name == "ana 2"
    result = import_profile(store, tmp_path / "ana.trainee", into=ana.id)
    assert result.profile == ana
    assert everything(store, "Ana") == [own, msgspec.structs.replace(brought, profile=ana.id)]


def test_a_broken_file_changes_nothing(tmp_path: Path, store: Store, clock: HandClock) -> None:
    with Store(None, clock) as other:
        ana = other.add_profile("Ana")
        for _ in range(50):
            answered(other, ana.id)
        export_profile(other, ana.id, tmp_path / "whole.trainee")
    packed = (tmp_path / "whole.trainee").read_bytes()
    lines = gzip.decompress(packed).splitlines(keepends=True)
    broken = {
        "cut": packed[: len(packed) // 2],
        "plain": b"hello",
        "empty": b"",
        "missing-line": gzip.compress(b"".join(lines[:20] + lines[21:])),
        "no-foot": gzip.compress(b"".join(lines[:-1])),
        "other-json": gzip.compress(b'{"format": "songs"}\n'),
        "bad-item": gzip.compress(b"".join(lines).replace(b"#77", b"77")),
        "bad-field": gzip.compress(b"".join(lines).replace(b'"right":true', b'"right":"maybe"')),
    }
    for name, content in broken.items():
        path = tmp_path / f"{name}.trainee"
        path.write_bytes(content)
        with pytest.raises(NotAnExportError, match="Nothing was imported"):
            import_profile(store, path)
        assert store.profiles() == [], name
    assert import_profile(store, tmp_path / "whole.trainee").added == 50


def test_an_invisible_or_endless_name_is_refused_by_its_field(tmp_path: Path, store: Store) -> None:
    head = {"format": "croupier-trainer profile", "version": 2, "id": "0" * 32, "created": "2026-01-01T00:00:00Z"}
    for name in ("", "\u200b\x00", "x" * 5000):
        path = tmp_path / "strange.trainee"
        path.write_bytes(gzip.compress(msgspec.json.encode({**head, "name": name}) + b"\n"))
        with pytest.raises(BadLineError, match="name"):
            import_profile(store, path)


def test_a_missing_file_is_not_called_broken(tmp_path: Path, store: Store) -> None:
    for path in (tmp_path / "gone.trainee", tmp_path):
        with pytest.raises(CannotOpenError, match="that it is a file"):
            import_profile(store, path)


def test_an_export_of_a_newer_program_is_refused_with_a_message(tmp_path: Path, store: Store) -> None:
    path = tmp_path / "newer.trainee"
    head = {"format": "croupier-trainer profile", "version": 3, "id": "0" * 32, "name": "Ana"}
    path.write_bytes(gzip.compress(msgspec.json.encode({**head, "created": "2026-01-01T00:00:00Z"}) + b"\n"))
    with pytest.raises(ExportTooNewError, match="newer version"):
        import_profile(store, path)


def test_an_export_does_not_overwrite(tmp_path: Path, store: Store) -> None:
    ana = store.add_profile("Ana")
    (tmp_path / "ana.trainee").write_bytes(b"mine")
    with pytest.raises(ExistsError):
        export_profile(store, ana.id, tmp_path / "ana.trainee")
    assert (tmp_path / "ana.trainee").read_bytes() == b"mine"


def test_no_answer_in_the_csv_is_a_formula(store: Store) -> None:
    ana = store.add_profile("Ana")
    answered(store, ana.id, right=False, answer="=1+1", mistake="")
    file = io.StringIO(newline="")
    write_csv(store, ana.id, file)
    (row,) = csv.DictReader(io.StringIO(file.getvalue()))
    assert row["answer"] == "'=1+1"


def test_attempts_as_csv(store: Store) -> None:
    ana = store.add_profile("Ana")
    attempt = answered(store, ana.id, right=False, answer="2x100, 3x25", mistake="roulette.mistake.x")
    file = io.StringIO(newline="")
    assert write_csv(store, ana.id, file) == 1
    (row,) = csv.DictReader(io.StringIO(file.getvalue()))
    assert row == {
        "id": str(attempt.id),
        "item": attempt.item,
        "answer": "2x100, 3x25",
        "right": "0",
        "mistake": "roulette.mistake.x",
        "milliseconds": "4200",
        "target_ms": "5000",
        "behaviour": "practise",
        "counts": "1",
        "at": "2026-11-16T09:30:00.000+00:00",
        "session": str(attempt.session),
        "app_version": attempt.app_version,
        "session_kind": "today",
    }


def test_sessions_plans_and_rules_travel_with_the_attempts(tmp_path: Path, store: Store, clock: HandClock) -> None:
    ana = store.add_profile("Ana").id
    store.archive_rules("ab12cd34", b"\x00the rules\xff")
    sessions = []
    for kind in ("drill", "class", "placement"):
        clock.move(minutes=1)
        sessions.append(store.add_session(ana, kind, f'{{"kind": "{kind}"}}'))
        answered(store, ana, session=sessions[-1].id)
    export_profile(store, ana, tmp_path / "ana.trainee")
    with Store(tmp_path / "other" / "records.db", clock) as other:
        bruno = other.add_profile("Bruno").id
        answered(other, bruno)
        import_profile(other, tmp_path / "ana.trainee")
        assert other.sessions(ana) == sessions[::-1]
        assert other.rules("ab12cd34") == b"\x00the rules\xff"
        assert other.sessions(bruno, "class") == []
        import_profile(other, tmp_path / "ana.trainee", into=bruno)
        assert [session.plan for session in other.sessions(bruno, "class")] == ['{"kind": "class"}']
        for _ in range(2):
            import_profile(other, tmp_path / "ana.trainee")
        assert len(other.sessions(ana)) == 3


def test_an_export_whose_sessions_or_rules_are_missing_is_not_imported(
    tmp_path: Path, store: Store, clock: HandClock
) -> None:
    with Store(None, clock) as other:
        ana = other.add_profile("Ana").id
        other.archive_rules("ab12cd34", b"the rules")
        answered(other, ana)
        export_profile(other, ana, tmp_path / "whole.trainee")
    lines = gzip.decompress((tmp_path / "whole.trainee").read_bytes()).splitlines(keepends=True)
    assert [msgspec.json.decode(line).get("line") for line in lines] == [None, "session", "rules", "attempt", "foot"]
    foot = lines[-1].replace(b'"sessions":1', b'"sessions":0')
    for number, kept in enumerate(([0, 2, 3, 4], [0, 1, 3, 4], [0, 1, 2, 3, 4, 4][:4])):
        path = tmp_path / f"{number}.trainee"
        path.write_bytes(gzip.compress(b"".join(lines[index] for index in kept)))
        with pytest.raises(NotAnExportError):
            import_profile(store, path)
    path = tmp_path / "orphan.trainee"
    path.write_bytes(gzip.compress(b"".join([lines[0], lines[2], lines[3], foot])))
    with pytest.raises(NotAnExportError):
        import_profile(store, path)
    assert store.profiles() == []
