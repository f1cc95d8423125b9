"""Every message is there in both languages, is used, and gets what it speaks of."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from tests.loops import loop_over
from tests.texts.source_words import GAMES, MESSAGES, PART, Source, compiled, sources, vocabulary
from trainer.catalogue import DRILLED
from trainer.desk.shots import samples
from trainer.drills import families
from trainer.texts.messages import areas, messages

FIELD = re.compile(r"\{(\w+)(?::[^{}]*)?\}")
FAMILIES = [samples.FAMILY, *(family for game in DRILLED for family in families(game))]
OF_FAMILIES = {
    message.id
    for family in FAMILIES
    for message in (family.name, family.about, *(family.level_name(n) for n in range(1, len(family.levels) + 1)))
} | {f"hints.{part}.{family.area}.{family.id}" for family in FAMILIES for part in ("rule", "method")}


@loop_over("area", areas())
def test_both_languages_take_the_same_parameters(area: str) -> None:
    for key, names in messages(area).items():
        assert names.es.strip() and names.en.strip(), key
        assert set(FIELD.findall(names.es)) == set(FIELD.findall(names.en)), key


@loop_over("area", areas())
def test_every_message_is_used(area: str) -> None:
    words = vocabulary(area if area in GAMES else "other")
    unused = []
    for key in messages(area):
        name = f"{area}.{key}"
        of_a_family = key.split(".")[0] in (("rule", "method") if area == "hints" else ("family", "about", "level"))
        if name not in OF_FAMILIES if of_a_family else not words.can_say(name):
            unused.append(name)
    assert unused == []


def test_every_family_and_level_has_its_name() -> None:
    assert OF_FAMILIES - MESSAGES.keys() == set()


@loop_over("area", areas())
def test_every_id_that_is_put_together_in_the_code_can_be_one_of_the_area(area: str) -> None:
    ids = [name for name in MESSAGES if name.startswith(f"{area}.")]
    for source in sources():
        for pattern in source.patterns:
            if pattern.startswith(re.escape(f"{area}.")) and PART in pattern:
                assert any(compiled(pattern).fullmatch(name) for name in ids), f"{source.path}: {pattern}"


def test_every_message_that_the_code_names_is_there_and_gets_what_it_speaks_of() -> None:
    wrong = [line for source in sources() for line in _faults(source)]
    assert wrong == []
    assert sum(1 for source in sources() for _ in _named(source)) > 800


def _faults(source: Source) -> Iterator[str]:
    for name, given, line in _named(source):
        where = f"{source.path}:{line}: {name}"
        if name not in MESSAGES:
            yield f"{where} is no message"
        elif given is not None and (lacking := set(FIELD.findall(MESSAGES[name].es)) - given):
            yield f"{where} lacks {', '.join(sorted(lacking))}"


def _named(source: Source) -> Iterator[tuple[str, set[str] | None, int]]:
    """The messages that calls name by a constant: id, the parameters given (`None` if not to be seen), line."""
    for call in source.calls:
        match call.func:
            case ast.Name(id=called) | ast.Attribute(attr=called):
                pass
            case _:
                continue
        match called, call.args:
            case "Message", [ast.Constant(value=str(name)), *rest]:
                yield name, _keys(rest), call.lineno
            case "Reason", [ast.Constant(value=str(rule)), *rest] if "." in rule or source.area:
                yield rule if "." in rule else f"{source.area}.reason.{rule}", _keys(rest), call.lineno
            case "text", [ast.Constant(value=str(name)), *_] if "." in name:
                yield name, _keywords(call), call.lineno
            case "say", [ast.Constant(value=str(name)), *_] if "." in name:
                yield f"desk.{name}", _keywords(call), call.lineno


def _keys(arguments: list[ast.expr]) -> set[str] | None:
    match arguments:
        case []:
            return set()
        case [ast.Dict(keys=keys), *_]:
            names = {key.value for key in keys if isinstance(key, ast.Constant) and isinstance(key.value, str)}
            return names if len(names) == len(keys) else None
    return None


def _keywords(call: ast.Call) -> set[str] | None:
    names = {keyword.arg for keyword in call.keywords if keyword.arg}
    return names if len(names) == len(call.keywords) else None


@loop_over("area", sorted({each.area for each in FAMILIES} | {"table", "lesson"}))
def test_a_percentage_of_a_question_is_written_as_english_has_it(area: str) -> None:
    assert [key for key, names in messages(area).items() if re.search(r"[\d}] %", names.en)] == []
