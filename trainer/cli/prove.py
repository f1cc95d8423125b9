"""``trainer prove house-way NAME``: set every possible pai gow hand by a house way and check the result.

The 154,143,080 seven-card hands are grouped into kinds (see `trainer.games.pai_gow.kinds`); the 35,960 deals of tiles
are checked one by one.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import TextIO

import msgspec

from trainer.cli.error_report import report_error
from trainer.cli.places import user_places
from trainer.cli.streams import print_stderr
from trainer.games.core import RequestError
from trainer.games.pai_gow.deal import GROUPS, Shape
from trainer.games.pai_gow.figures import is_tiles, read_poker_way, read_tile_way
from trainer.games.pai_gow.kinds import ALL_HANDS, group_count, kinds_of_hands
from trainer.games.pai_gow.proof import PUBLISHED, TILE_DEALS, Tally, prove_hands, prove_tiles
from trainer.games.rules import load_rules
from trainer.rulebooks import Fault, GameRules, Library, RulebookError
from trainer.rulebooks.house_ways import find_house_ways, read_house_way
from trainer.rulebooks.problems import listed, not_one_of, wrong
from trainer.rulebooks.validation import read_toml
from trainer.texts import Language, Message, Param, say, text
from trainer.texts.messages import number
from trainer.texts.numbers import decimal_sign, in_percent

_GAMES = ("pai-gow-poker", "pai-gow-tiles")
_SHAPES = {  # names in message ids
    Shape.FIVE_AND_PAIR: "five-and-pair",
    Shape.FIVE: "five",
    Shape.FOUR_AND_THREE: "four-and-three",
    Shape.FOUR_AND_PAIR: "four-and-pair",
    Shape.FOUR: "four",
    Shape.TWO_THREES: "two-threes",
    Shape.THREE_AND_TWO_PAIRS: "three-and-two-pairs",
    Shape.THREE_AND_PAIR: "three-and-pair",
    Shape.THREE: "three",
    Shape.THREE_PAIRS: "three-pairs",
    Shape.TWO_PAIRS: "two-pairs",
    Shape.PAIR: "pair",
    Shape.NOTHING: "nothing",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    things = parser.add_subparsers(dest="thing", required=True, metavar="thing")
    way = things.add_parser("house-way", help="set every hand by a house way")
    way.add_argument("name", help="a house way by name, or its file")
    way.add_argument("--rulebook", default="puerto-rico", help="whose ranking of hands is used (default: %(default)s)")
    way.add_argument("--language", choices=[language.value for language in Language], default="es")


def run(arguments: argparse.Namespace) -> int:
    """Prove a house way; returns 0 if it is proved, 1 if not, 2 for wrong input."""
    started, language = time.monotonic(), Language(arguments.language)
    try:
        rules, name = find(arguments.name, arguments.rulebook)
        if is_tiles(rules):
            tally = prove_tiles(read_tile_way(rules, name))
        else:
            tally = prove_hands(read_poker_way(rules, name), _shown(kinds_of_hands(), sys.stderr, language))
    except RulebookError as error:
        return report_error(error, "prove", language)
    except RequestError as error:
        print_stderr(f"trainer prove: {say(error.problem, language)}")
        return 2
    proved = Report(language, sys.stdout).print(rules, name, tally, time.monotonic() - started)
    return 0 if proved else 1


def _shown(
    hands: Iterable[tuple[tuple[int, ...], int]], screen: TextIO, language: Language
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield hands with their weights while showing a progress bar."""
    walked = shown = 0
    for hand, weight in hands:
        yield hand, weight
        walked += weight
        hundredths = 100 * walked // ALL_HANDS
        if hundredths > shown:
            shown = hundredths
            print(f"\r{'█' * (shown // 4):░<25} {in_percent(f'{shown:3}', language)}", end="", file=screen, flush=True)
    print(file=screen)


def find(name: str, rulebook: str) -> tuple[GameRules, str]:
    """Rules of a house way's game and the way's name; raises `RulebookError` or `RequestError`."""
    if name.endswith(".toml"):
        return find_file(Path(name), rulebook)
    library = user_places().library()
    wanted, _, plain_name = name.rpartition("/")
    games = [game for game in _GAMES if wanted in ("", game)]
    for game in games:
        if plain_name in library.broken_ways(game):
            raise library.broken_ways(game)[plain_name]
    found = [game for game in games if plain_name in library.house_ways(game)]
    if len(found) > 1:
        both = wrong("two-games", way=plain_name, games=listed(found), example=f"{found[0]}/{plain_name}")
        raise RulebookError([Fault(plain_name, "", both)])
    if found:
        return load_rules(library, rulebook, found[0]), plain_name
    known = ", ".join(f"{game}/{way}" for game in _GAMES for way in library.house_ways(game))
    raise RequestError("", Message("prove.no-way", {"way": name, "known": known}))


def find_file(path: Path, rulebook: str) -> tuple[GameRules, str]:
    """Rules and name of a house way in a file; raises `RulebookError`."""
    library = user_places().library()
    beside = {other.stem: other for other in sorted(path.resolve().parent.glob("*.toml"))}
    way = read_house_way(path.resolve(), find_house_ways(library.folders, _game_of(path.resolve(), library)) | beside)
    if way.game not in _GAMES:
        raise RulebookError([Fault(str(path), "game", not_one_of(way.game, _GAMES))])
    rules = load_rules(library, rulebook, way.game)
    return msgspec.structs.replace(rules, house_ways={**rules.house_ways, way.name: way}), way.name


def _game_of(path: Path, library: Library) -> str:
    """Game of a house way's file; raises `RulebookError`.

    Taken from its ``game`` key, else from its folder, else from the way it extends if only one game has that.
    """
    data = read_toml(path)
    if isinstance(data.get("game"), str) or "extends" not in data:
        return str(data.get("game", ""))
    if path.parent.name in _GAMES:
        return path.parent.name
    parent = str(data["extends"])
    found = [game for game in _GAMES if parent in find_house_ways(library.folders, game)]
    if len(found) > 1:
        both = wrong("two-games", way=parent, games=listed(found), example=f'game = "{found[0]}"')
        raise RulebookError([Fault(str(path), "extends", both)])
    return found[0] if found else ""


# ── the report ───────────────────────────────────────────────────────────────────────────────────────────────────────


class Report:
    """Report of a proof in one language."""

    def __init__(self, language: Language, out: TextIO) -> None:
        self._language, self._out = language, out

    def print(self, rules: GameRules, name: str, tally: Tally, seconds: float) -> bool:
        """Print the report; returns whether the house way is proved."""
        way = rules.house_ways[name]
        self._line(f"{name}: {say(way.names, self._language)}, {rules.rulebook}/{rules.game} {rules.version}")
        counted = self._tiles(tally) if is_tiles(rules) else self._cards(tally)
        self._line(self._say("rules"))
        for rule in way.rules:
            hands = tally.rules[rule.id]
            note = "" if hands else f"  {self._say('never')}"
            share = f"{hands / tally.hands:9.4%}".replace(".", decimal_sign(self._language))
            self._line(f"{rule.id:12}{self._figure(hands):>14} {share}  {say(rule.names, self._language)}{note}")
        for kind, hands in tally.faults.items():
            self._line(self._say("fault", kind=self._say(f"faults.{kind}"), hands=hands, example=tally.examples[kind]))
        decided = sum(tally.rules.values()) == tally.hands
        proved = counted and decided and not tally.faults
        self._line(self._say("proved" if proved else "not-proved", seconds=round(seconds)))
        return proved

    def _tiles(self, tally: Tally) -> bool:
        self._line(self._say("deals", hands=tally.hands, expected=TILE_DEALS))
        return tally.hands == TILE_DEALS

    def _cards(self, tally: Tally) -> bool:
        self._line(self._say("hands", hands=tally.hands, expected=ALL_HANDS, kinds=tally.kinds))
        self._row(*(self._say(word) for word in ("shape", "counted", "combinatorics")))
        right = tally.hands == ALL_HANDS
        for sizes, shape in GROUPS.items():
            right &= self._compare(self._say(f"shapes.{_SHAPES[shape]}"), tally.shapes[shape], group_count(sizes))
        self._row(*(self._say(word) for word in ("best-five", "counted", "published")))
        for categories, expected in PUBLISHED.items():
            hands = sum(tally.categories[category] for category in categories)
            name = " + ".join(self._say(f"hand.{category}") for category in categories)
            right &= self._compare(name, hands, expected)
        return right

    def _compare(self, name: str, hands: int, expected: int) -> bool:
        self._row(name, self._figure(hands), self._figure(expected))
        return hands == expected

    def _row(self, name: str, counted: str, expected: str) -> None:
        self._line(f"{name:32}{counted:>14}{expected:>16}")

    def _line(self, line: str) -> None:
        print(line, file=self._out)

    def _say(self, message_id: str, **params: Param) -> str:
        return text(f"prove.{message_id}", self._language, **params)

    def _figure(self, hands: int) -> str:
        return number(Fraction(hands), self._language)
