"""``trainer prove house-way NAME``: every hand of pai gow set by a house way and looked at.

All 154,143,080 seven-card hands are walked through their kinds (see `trainer.games.pai_gow.kinds`), all 35,960 deals of
tiles one by one.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TextIO

import msgspec

from trainer.cli.places import user_places
from trainer.cli.streams import tell
from trainer.games.core import RequestError
from trainer.games.pai_gow.deal import GROUPS
from trainer.games.pai_gow.figures import is_tiles, read_poker_way, read_tile_way
from trainer.games.pai_gow.kinds import ALL_HANDS, group_count, kinds_of_hands
from trainer.games.pai_gow.proof import PUBLISHED, TILE_DEALS, Tally, prove_hands, prove_tiles
from trainer.games.rules import load_rules
from trainer.rulebooks import Fault, GameRules, Library, RulebookError
from trainer.rulebooks.faults import listed, not_one_of, wrong
from trainer.rulebooks.house_ways import find_house_ways, read_house_way
from trainer.rulebooks.reading import read_toml

_GAMES = ("pai-gow-poker", "pai-gow-tiles")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    things = parser.add_subparsers(dest="thing", required=True, metavar="thing")
    way = things.add_parser("house-way", help="set every hand by a house way")
    way.add_argument("name", help="a house way by name, or its file")
    way.add_argument("--rulebook", default="puerto-rico", help="whose ranking of hands is used (default: %(default)s)")


def run(arguments: argparse.Namespace) -> int:
    started = time.monotonic()
    try:
        rules, name = find(arguments.name, arguments.rulebook)
        if is_tiles(rules):
            tally = prove_tiles(read_tile_way(rules, name))
        else:
            tally = prove_hands(read_poker_way(rules, name), _shown(kinds_of_hands(), sys.stderr))
    except (RulebookError, RequestError) as error:
        tell(f"trainer prove: {error}")
        return 2
    proved = report(rules, name, tally, time.monotonic() - started, sys.stdout)
    return 0 if proved else 1


def _shown(hands: Iterable[tuple[tuple[int, ...], int]], screen: TextIO) -> Iterator[tuple[tuple[int, ...], int]]:
    """Hands with their weights, and a bar that shows how many of all have been walked."""
    walked = shown = 0
    for hand, weight in hands:
        yield hand, weight
        walked += weight
        hundredths = 100 * walked // ALL_HANDS
        if hundredths > shown:
            shown = hundredths
            print(f"\r{'█' * (shown // 4):░<25} {shown:3} %", end="", file=screen, flush=True)
    print(file=screen)


def find(name: str, rulebook: str) -> tuple[GameRules, str]:
    """The rules of the game a house way is for, and its name; raises `RulebookError`."""
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
    raise RequestError("", f"there is no house way {name!r}; there are: {known}")


def find_file(path: Path, rulebook: str) -> tuple[GameRules, str]:
    """The rules of the game that a file's house way is for, and its name; raises `RulebookError`."""
    library = user_places().library()
    beside = {other.stem: other for other in sorted(path.resolve().parent.glob("*.toml"))}
    way = read_house_way(path.resolve(), find_house_ways(library.folders, _game_of(path.resolve(), library)) | beside)
    if way.game not in _GAMES:
        raise RulebookError([Fault(str(path), "game", not_one_of(way.game, _GAMES))])
    rules = load_rules(library, rulebook, way.game)
    return msgspec.structs.replace(rules, house_ways={**rules.house_ways, way.name: way}), way.name


def _game_of(path: Path, library: Library) -> str:
    """The game a file's house way is for, which what it extends is of too: as the file says, or its folder, or the way
    it extends where only one game has that; raises `RulebookError`."""
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


def report(rules: GameRules, name: str, tally: Tally, seconds: float, out: TextIO) -> bool:
    """Print what was counted; returns whether the house way is proved."""
    way = rules.house_ways[name]
    print(f"{name}: {way.names.en}, {rules.rulebook}/{rules.game} {rules.version}", file=out)
    counted = _report_tiles(tally, out) if is_tiles(rules) else _report_cards(tally, out)
    print("rule       hands it decides", file=out)
    for rule in way.rules:
        hands = tally.rules[rule.id]
        note = "" if hands else "  never decides"
        print(f"{rule.id:12}{hands:14,} {hands / tally.hands:9.4%}  {rule.names.en}{note}", file=out)
    for kind, hands in tally.faults.items():
        print(f"{kind}: {hands:,} hands, such as {tally.examples[kind]}", file=out)
    decided = sum(tally.rules.values()) == tally.hands
    proved = counted and decided and not tally.faults
    verdict = "every hand is set by exactly one rule, lawfully" if proved else "NOT proved"
    print(f"{verdict}; {seconds:.0f} s", file=out)
    return proved


def _report_tiles(tally: Tally, out: TextIO) -> bool:
    print(f"deals {tally.hands:,}, by combinatorics {TILE_DEALS:,}", file=out)
    return tally.hands == TILE_DEALS


def _report_cards(tally: Tally, out: TextIO) -> bool:
    print(f"hands {tally.hands:,}, by combinatorics {ALL_HANDS:,}; {tally.kinds:,} kinds of hands", file=out)
    right = tally.hands == ALL_HANDS
    print("shape                        counted   combinatorics", file=out)
    for sizes, shape in GROUPS.items():
        expected = group_count(sizes)
        right &= tally.shapes[shape] == expected
        print(f"{shape:22}{tally.shapes[shape]:14,}{expected:16,}", file=out)
    print("best five cards              counted       published", file=out)
    for categories, expected in PUBLISHED.items():
        hands = sum(tally.categories[category] for category in categories)
        right &= hands == expected
        print(f"{' + '.join(categories):30}{hands:14,}{expected:16,}", file=out)
    return right
