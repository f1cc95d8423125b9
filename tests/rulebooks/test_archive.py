"""Rules that are kept come back as they were loaded; what is damaged is a fault, never a traceback."""

import random
import zlib
from pathlib import Path

import msgspec
import pytest

from tests.loops import loop_over
from trainer.games.rules import load_rules
from trainer.rulebooks import GameRules, Library, RulebookError, shipped_library
from trainer.rulebooks.archive import archived, plain, rules_from
from trainer.rulebooks.schema import HouseWay
from trainer.texts import Language, say

LIBRARY = shipped_library()
TABLES = [(book, game) for book in LIBRARY.rulebooks() for game in LIBRARY.games(book)]


def comparable(rules: GameRules) -> bytes:
    """Everything in the rules, in its order, with the house way in force and no other."""
    way = rules.chosen.get("house-way", "")
    only = msgspec.structs.replace(rules, house_ways={way: without_places(rules, way)} if way else {})
    return msgspec.json.encode(only, enc_hook=plain)


def without_places(rules: GameRules, way: str) -> HouseWay:
    """A house way as it is kept: where its rules stood on a disk is not."""
    return msgspec.structs.replace(rules.house_ways[way], places=())


@pytest.mark.parametrize(("book", "game"), TABLES)
def test_every_variant_and_every_choice_comes_back_as_it_was_loaded(book: str, game: str) -> None:
    first = load_rules(LIBRARY, book, game)
    tables: list[tuple[str, dict[str, str]]] = [(variant, {}) for variant in first.variants]
    tables += [
        ("", {key: choice})
        for key, option in first.options.items()
        for choice in option.choices
        if choice != option.default
    ]
    kept: dict[str, bytes] = {}
    for variant, chosen in [("", {}), *tables]:
        rules = load_rules(LIBRARY, book, game, variant, chosen)
        if rules.digest not in kept:  # one is kept for all that have the same digest
            kept[rules.digest] = archived(rules)
        back = rules_from(kept[rules.digest], book, variant, chosen)
        assert comparable(back) == comparable(rules), (variant, chosen)
        assert (back.version, back.chosen, back.variant) == (rules.version, rules.chosen, rules.variant)


def test_what_was_chosen_by_default_is_put_back_from_the_rules_of_then() -> None:
    rules = load_rules(LIBRARY, "baleares", "roulette-french")
    assert rules_from(archived(rules), "baleares") == rules


def test_the_chosen_house_way_is_kept_with_its_rules() -> None:
    rules = load_rules(LIBRARY, "puerto-rico", "pai-gow-poker")
    back = rules_from(archived(rules), "puerto-rico")
    name = rules.chosen["house-way"]
    assert list(back.house_ways) == [name]
    assert plain(back.house_ways[name]) == plain(without_places(rules, name))


@pytest.mark.parametrize(
    "files",
    [
        {"rulebook.toml": 'extends = "arica/rulebook"\nchips = "5000 red, 1000 blue"\n', "roulette-american.toml": ""},
        {"roulette-american.toml": 'remove = ["bets.red"]\n[bets.red]\n{red}'},
    ],
    ids=["other chips", "another order"],
)
def test_the_digest_changes_with_all_that_changes_questions(tmp_path: Path, files: dict[str, str]) -> None:
    """Or the rules of one table would be taken for those of another."""
    base = load_rules(LIBRARY, "arica", "roulette-american")
    red = "".join(f"{key} = {_toml(value)}\n" for key, value in plain(base.bets["red"]).items())
    for name, text in files.items():
        (tmp_path / "escuela").mkdir(exist_ok=True)
        own = 'extends = "arica/roulette-american"\n' if "extends" not in text else ""
        (tmp_path / "escuela" / name).write_text(own + text.replace("{red}", red), encoding="utf-8")
    own_rules = load_rules(Library([tmp_path, *LIBRARY.folders]), "escuela", "roulette-american")
    assert own_rules.bets == base.bets
    assert own_rules.digest != base.digest


def _toml(value: object) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {_toml(part)}" for key, part in value.items()) + "}"
    return msgspec.json.encode(value).decode()


@loop_over("seed", range(40))
def test_damaged_bytes_are_a_fault(seed: int) -> None:
    """Bytes that are cut, changed or something else altogether, packed and unpacked."""
    source = random.Random(seed)
    whole = archived(load_rules(LIBRARY, "arica", "roulette-american"))
    text = bytearray(zlib.decompress(whole))
    for _ in range(4):
        text[source.randrange(len(text))] = source.randrange(256)
    damaged = [
        b"",
        source.randbytes(200),
        whole[: source.randrange(len(whole))],
        zlib.compress(source.choice([b"null", b"[]", b"{}", b"\xff\xfe", b"[" * 5000, b'{"game": 5, "book": []}'])),
    ]
    for data in damaged:
        with pytest.raises(RulebookError) as caught:
            rules_from(data, "arica")
        assert "dañado" in say(caught.value.faults[0].message, Language.ES)
    try:
        rules_from(zlib.compress(bytes(text)), "arica")  # a letter of a name may have changed, which is no fault
    except RulebookError as error:
        assert "dañado" in say(error.faults[0].message, Language.ES)
