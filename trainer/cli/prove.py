"""``trainer prove house-way NAME``: every hand of pai gow set by a house way and looked at.

All 154,143,080 seven-card hands are walked through their classes (see `trainer.games.poker.classes`), all 35,960
deals of tiles one by one. The work is shared by several processes, shows its progress, can be stopped with Ctrl+C, and
goes on where it stopped when it is started again.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO

import msgspec

from trainer.cli.places import user_places
from trainer.cli.streams import tell
from trainer.games.core import RequestError
from trainer.games.pai_gow.deal import GROUPS
from trainer.games.pai_gow.figures import is_tiles, read_poker_way, read_tile_way
from trainer.games.pai_gow.poker_way import PokerWay
from trainer.games.pai_gow.proof import PUBLISHED, TILE_DEALS, Tally, prove_part, prove_tiles
from trainer.games.poker.classes import ALL_HANDS, class_count, group_count, parts
from trainer.games.rules import load_rules
from trainer.rulebooks import Fault, GameRules, Library, RulebookError
from trainer.rulebooks.faults import listed, not_one_of, wrong
from trainer.rulebooks.house_ways import find_house_ways, read_house_way
from trainer.rulebooks.reading import read_toml

_SAVE_EVERY, _SHOW_EVERY = 5.0, 0.2  # seconds
_GAMES = ("pai-gow-poker", "pai-gow-tiles")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    things = parser.add_subparsers(dest="thing", required=True, metavar="thing")
    way = things.add_parser("house-way", help="set every hand by a house way")
    way.add_argument("name", help="a house way by name, or its file")
    way.add_argument("--rulebook", default="puerto-rico", help="whose ranking of hands is used (default: %(default)s)")
    way.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (default: every core)")
    way.add_argument("--fresh", action="store_true", help="begin again instead of going on where it stopped")


def run(arguments: argparse.Namespace) -> int:
    try:
        rules, name = find(arguments.name, arguments.rulebook)
        if is_tiles(rules):
            tally, seconds = _prove_tiles(rules, name)
        else:
            read_poker_way(rules, name)  # before any process is started: can it be read at all?
            state = user_places().data / "proofs" / f"{name}-{_key(rules, name)}.json"
            work = Work(arguments.name, arguments.rulebook, state, max(1, arguments.jobs))
            if arguments.fresh:
                state.unlink(missing_ok=True)
            progress, finished = prove_cards(work, sys.stderr)
            tally, seconds = progress.tally, progress.seconds
            if not finished:
                tell(f"stopped; {state} remembers what is done: the same command goes on")
                raise KeyboardInterrupt
            state.unlink(missing_ok=True)
    except (RulebookError, RequestError) as error:
        tell(f"trainer prove: {error}")
        return 2
    proved = report(rules, name, tally, seconds, sys.stdout)
    return 0 if proved else 1


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


def _key(rules: GameRules, name: str) -> str:
    """A stopped proof goes on only under the same house way and the same rules."""
    return f"{rules.house_ways[name].digest}-{rules.digest}"


def _prove_tiles(rules: GameRules, name: str) -> tuple[Tally, float]:
    started = time.monotonic()
    return prove_tiles(read_tile_way(rules, name)), time.monotonic() - started


# ── cards: shared out, shown, stopped, resumed ───────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Work:
    """What is to be proved and where its progress is kept."""

    name: str
    rulebook: str
    state: Path
    jobs: int
    most_parts: int | None = None  # only so many more parts are walked: a proof in portions


@dataclass
class Progress:
    """What has been walked: the parts by number, what they counted, and how long it took."""

    done: set[int] = field(default_factory=set)
    tally: Tally = field(default_factory=Tally)
    seconds: float = 0.0

    def save(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        data = {"done": sorted(self.done), "tally": self.tally.data(), "seconds": self.seconds}
        fresh = path.with_suffix(".new")
        fresh.write_bytes(msgspec.json.encode(data))
        fresh.replace(path)  # never half a file, whenever the power goes

    @classmethod
    def load(cls, path: Path) -> Progress:
        """What a stopped proof left, or nothing yet."""
        try:
            data = msgspec.json.decode(path.read_bytes())
            return cls(set(data["done"]), Tally.from_data(data["tally"]), float(data["seconds"]))
        except (OSError, msgspec.DecodeError, KeyError, TypeError, ValueError, RecursionError):
            return cls()


def prove_cards(work: Work, screen: TextIO) -> tuple[Progress, bool]:
    """Walk every part not walked yet; returns what was counted and whether all is done."""
    progress = Progress.load(work.state)
    before, started = progress.seconds, time.monotonic()
    todo = [number for number in range(len(parts())) if number not in progress.done][: work.most_parts]
    saved = shown = started
    try:
        for number, tally in _walked(work, todo):
            progress.done.add(number)
            progress.tally.add(tally)
            now = time.monotonic()
            progress.seconds = before + now - started
            if now - saved > _SAVE_EVERY:
                progress.save(work.state)
                saved = now
            if now - shown > _SHOW_EVERY:
                _show(progress, screen)
                shown = now
    except KeyboardInterrupt:
        pass
    _show(progress, screen)
    print(file=screen)
    finished = len(progress.done) == len(parts())
    if not finished:
        progress.save(work.state)
    return progress, finished


def _walked(work: Work, todo: list[int]) -> Iterator[tuple[int, Tally]]:
    if work.jobs == 1:
        _prepare(work.name, work.rulebook)
        yield from map(_walk_part, todo)
        return
    context = multiprocessing.get_context("spawn")
    # Ctrl+C is for the process that keeps the books: the others are born deaf to it.
    heard = signal.signal(signal.SIGINT, signal.SIG_IGN)
    pool = context.Pool(work.jobs, _prepare, (work.name, work.rulebook))
    signal.signal(signal.SIGINT, heard)
    with pool:
        yield from pool.imap_unordered(_walk_part, todo, chunksize=8)


_way: PokerWay | None = None  # of this process


def _prepare(name: str, rulebook: str) -> None:
    global _way  # noqa: PLW0603 - each process reads its house way once
    rules, way = find(name, rulebook)
    _way = read_poker_way(rules, way)


def _walk_part(number: int) -> tuple[int, Tally]:
    if _way is None:
        raise RuntimeError("this process has read no house way")
    return number, prove_part(_way, parts()[number])


def _show(progress: Progress, screen: TextIO) -> None:
    """A bar, how much is done, and how long it will still take."""
    hands = progress.tally.hands
    share = hands / ALL_HANDS
    bar = "█" * int(30 * share) + "░" * (30 - int(30 * share))
    left = progress.seconds * (1 - share) / share if share else 0
    print(f"\r{bar} {share:6.1%}  {hands:,} hands  {left:4.0f} s left ", end="", file=screen, flush=True)


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
    classes = class_count(False) + class_count(True)
    print(f"classes {tally.classes:,}, by combinatorics {classes:,}", file=out)
    print(f"hands {tally.hands:,}, by combinatorics {ALL_HANDS:,}", file=out)
    right = tally.classes == classes and tally.hands == ALL_HANDS
    print("shape                        counted   combinatorics", file=out)
    for sizes, shape in GROUPS.items():
        expected = group_count(sizes, joker=False) + group_count(sizes, joker=True)
        right &= tally.shapes[shape] == expected
        print(f"{shape:22}{tally.shapes[shape]:14,}{expected:16,}", file=out)
    print("best five cards              counted       published", file=out)
    for categories, expected in PUBLISHED.items():
        hands = sum(tally.categories[category] for category in categories)
        right &= hands == expected
        print(f"{' + '.join(categories):30}{hands:14,}{expected:16,}", file=out)
    return right
