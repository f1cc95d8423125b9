"""Where rulebooks are looked for, and how a file becomes the rules of a game.

A library searches folders in order; each folder holds rulebooks, each rulebook a ``rulebook.toml`` and one TOML file a
game. The program ships one folder and a school may add its own. A game file may build on another::

    extends = "arica/roulette-american"

    [bets.five-number]
    pays = "7 to 1"
    cite = "Circular 3"

and so may a ``rulebook.toml``; one that is missing is taken from the rulebook that the game file extends.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from trainer.digests import sha256
from trainer.equipment import NotReadableError
from trainer.equipment.money import Rounding, parse_amount
from trainer.rulebooks.faults import Fault, Finding, RulebookError, listed, not_a, not_one_of, shown, unreadable, wrong
from trainer.rulebooks.house_ways import find_house_ways, read_house_way
from trainer.rulebooks.merging import merged
from trainer.rulebooks.reading import ReadError, convert, read, read_toml
from trainer.rulebooks.schema import GameRules, HouseWay, Option, RulebookInfo
from trainer.texts import Message

GENERAL = "general-rules"  # applies below every game of its rulebook
BOOK = "rulebook"
HOUSE_WAY = "house-way"  # the option whose choices are the house ways there are files for
_FILLED_IN = ("rulebook", "book", "variant", "chosen", "digest", "house-ways")


class Library:
    """The rulebooks found in some folders, earlier folders first; what was read once is kept."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self.folders = tuple(folders)
        self._chains: dict[tuple[str, str], list[tuple[Path, dict[str, Any]]]] = {}
        self._written: dict[tuple[str, str], GameRules] = {}  # as the files say it, before variant and options
        self._loaded: dict[tuple[str, str, str, tuple[tuple[str, str], ...]], GameRules] = {}
        self._house_ways: dict[str, dict[str, HouseWay]] = {}

    def rulebooks(self) -> list[str]:
        """Ids of the rulebooks there are, each folder's in alphabetical order."""
        found: dict[str, None] = {}
        for folder in self.folders:
            for path in sorted(folder.iterdir()) if folder.is_dir() else []:
                if any(path.glob("*.toml")):
                    found.setdefault(path.name)
        return list(found)

    def games(self, rulebook: str) -> list[str]:
        """Ids of the games a rulebook regulates."""
        names: set[str] = set()
        for folder in self.folders:
            names |= {path.stem for path in (folder / rulebook).glob("*.toml")}
        return sorted(names - {GENERAL, BOOK})

    def book(self, rulebook: str) -> RulebookInfo:
        """The regulation itself: names, currency, chips."""
        path = self._path(rulebook, BOOK)
        data = self._merged_chain(rulebook, BOOK) if path else None
        if data is None:
            raise RulebookError([Fault(rulebook, "", self._no_rulebook(rulebook))])
        info: RulebookInfo = convert(data, RulebookInfo, str(path), "")
        return info

    def load(self, rulebook: str, game: str, variant: str = "", options: Mapping[str, str] | None = None) -> GameRules:
        """The rules of a game with a variant and house options applied; raises `RulebookError`."""
        wanted = dict(options or {})
        request = (rulebook, game, variant, tuple(sorted(wanted.items())))
        if request not in self._loaded:
            self._loaded[request] = self._load(rulebook, game, variant, wanted)
        return self._loaded[request]

    def house_ways(self, game: str) -> dict[str, HouseWay]:
        """The house ways of a game by name; a file that cannot be read is left out, as if it were not there."""
        if game not in self._house_ways:
            self._house_ways[game] = {}
            paths = find_house_ways(self.folders, game)
            for name, path in paths.items():
                with suppress(RulebookError):
                    self._house_ways[game][name] = read_house_way(path, paths)
        return self._house_ways[game]

    def file(self, rulebook: str, game: str) -> Path:
        """Where a game of a rulebook is written."""
        return self._chain(rulebook, game)[-1][0]

    def faults(self, rulebook: str, game: str) -> list[Fault]:
        """Everything wrong with a game file and what it builds on."""
        try:
            chain = self._chain(rulebook, game)
        except RulebookError as error:
            return error.faults
        data = self._merged_chain(rulebook, game)
        found: list[Finding] = [(key, wrong("filled-in")) for key in _FILLED_IN if key in data]
        try:
            rules = self._written[rulebook, game] = read(data, GameRules)
            found += _sense_faults(rules)
        except ReadError as error:
            found += error.faults
        return [Fault(_owner(chain, key), key, problem) for key, problem in found]

    # ── reading ──────────────────────────────────────────────────────────────────────────────────────────────────

    def _load(self, rulebook: str, game: str, variant: str, wanted: Mapping[str, str]) -> GameRules:
        if not self._path(rulebook, game):
            no_game = wrong("no-game", rulebook=rulebook, game=game, known=listed(self.games(rulebook)))
            is_there = rulebook in self.rulebooks()
            raise RulebookError([Fault(rulebook, "", no_game if is_there else self._no_rulebook(rulebook))])
        faults = self.faults(rulebook, game)
        if faults:
            raise RulebookError(faults)
        file = str(self.file(rulebook, game))
        written = data = self._merged_chain(rulebook, game)
        variant = variant or data.get("default-variant", "")
        if variant:
            known = data.get("variants", {})
            if variant not in known:
                raise RulebookError([Fault(file, "variant", _no_variant(variant, known))])
            data = merged(data, known[variant].get("set", {}))
        ways = self.house_ways(game)
        options = self._written[rulebook, game].options
        if data.get("options") is not written.get("options"):  # the variant has others
            options = convert(data.get("options", {}), dict[str, Option], file, "options")
        chosen = _choose(options, wanted, file)
        for option_id, choice in chosen.items():
            data = merged(data, data["options"][option_id].get("set", {}).get(choice, {}))
        rules: GameRules = self._written[rulebook, game] if data == written else convert(data, GameRules, file)
        book = self._book_of(rulebook, game)
        return msgspec.structs.replace(
            rules,
            rulebook=rulebook,
            book=self.book(book),
            variant=variant,
            chosen=chosen,
            digest=_digest(data, self._merged_chain(book, BOOK), ways.get(chosen.get(HOUSE_WAY, ""))),
            house_ways=ways,
        )

    def _path(self, rulebook: str, name: str) -> Path | None:
        for folder in self.folders:
            path = folder / rulebook / f"{name}.toml"
            if path.is_file():
                return path
        return None

    def _no_rulebook(self, rulebook: str) -> Message:
        return wrong("no-rulebook", rulebook=rulebook, known=listed(self.rulebooks()))

    def _chain(self, rulebook: str, name: str) -> list[tuple[Path, dict[str, Any]]]:
        """The files a game is built from, base first."""
        if (rulebook, name) not in self._chains:
            self._chains[rulebook, name] = self._read_chain(rulebook, name, ())
        return self._chains[rulebook, name]

    def _read_chain(self, rulebook: str, name: str, below: tuple[str, ...]) -> list[tuple[Path, dict[str, Any]]]:
        path = self._path(rulebook, name)
        here = f"{rulebook}/{name}"
        if path is None:
            raise RulebookError([Fault(below[-1] if below else here, "extends", wrong("no-file", file=f"{here}.toml"))])
        if here in below:
            raise RulebookError([Fault(str(path), "extends", wrong("circle", files=" → ".join((*below, here))))])
        data = read_toml(path)
        if not isinstance(data.get("remove", []), list):
            raise RulebookError([Fault(str(path), "remove", not_a(list, data["remove"]))])
        parent = data.pop("extends", None)
        chain: list[tuple[Path, dict[str, Any]]] = []
        if isinstance(parent, str) and parent.count("/") == 1:
            other_book, other_name = parent.split("/")
            chain = self._read_chain(other_book, other_name, (*below, here))
        elif parent is not None:
            raise RulebookError([Fault(str(path), "extends", wrong("extends", value=shown(parent)))])
        elif name not in (GENERAL, BOOK) and self._path(rulebook, GENERAL):
            chain = self._read_chain(rulebook, GENERAL, (*below, here))
        return [*chain, (path, data)]

    def _merged_chain(self, rulebook: str, name: str) -> dict[str, Any]:
        data: dict[str, Any] = {}
        for _, layer in self._chain(rulebook, name):
            data = merged(data, layer)
        options = data.get("options")
        if isinstance(options, Mapping) and HOUSE_WAY in options:
            names = {way_name: msgspec.to_builtins(way.names) for way_name, way in self.house_ways(name).items()}
            chosen_from = {"remove": [f"options.{HOUSE_WAY}.choices"], "options": {HOUSE_WAY: {"choices": names}}}
            data = merged(data, chosen_from)
        return data

    def _book_of(self, rulebook: str, game: str) -> str:
        """The rulebook whose ``rulebook.toml`` is in force: its own, or that of the file the game builds on."""
        if self._path(rulebook, BOOK):
            return rulebook
        return self._chain(rulebook, game)[-2][0].parent.name


def _digest(data: dict[str, Any], book: dict[str, Any], way: HouseWay | None) -> str:
    """What changes with any figure in force, with an order of steps or bets, and with the regulation's chips; house
    ways that are there but not chosen do not count."""
    if way is not None:
        data = merged(data, {"remove": [f"options.{HOUSE_WAY}.choices"], "house-way": way.digest})
    return sha256(msgspec.json.encode((data, book))).hexdigest()[:8]


def _owner(chain: Sequence[tuple[Path, Mapping[str, Any]]], key: str) -> str:
    """The file to blame for a key: the last of the chain that holds most of its path."""

    def depth(data: Any) -> int:
        found = 0
        for name in key.replace("[", ".").split("."):
            if not isinstance(data, Mapping) or name not in data:
                break
            data = data[name]
            found += 1
        return found

    best = max(range(len(chain)), key=lambda index: (depth(chain[index][1]), index))
    return str(chain[best][0])


def _sense_faults(rules: GameRules) -> list[Finding]:
    """What fits the types and still makes no sense: defaults and orders that name nothing."""
    found: list[Finding] = []
    for option_id, option in rules.options.items():
        problem = _option_problem(option, option.default)
        if problem:
            found.append((f"options.{option_id}.default", problem))
        found += [
            (f"options.{option_id}.set.{choice}", not_one_of(choice, option.choices))
            for choice in option.set
            if choice not in option.choices
        ]
    if rules.default_variant and rules.default_variant not in rules.variants:
        found.append(("default-variant", _no_variant(rules.default_variant, rules.variants)))
    for step_id, step in rules.procedure.items():
        if step.call and step.call not in rules.calls:
            found.append((f"procedure.{step_id}.call", wrong("no-entry", entry=f"calls.{step.call}")))
    if rules.off_limits and rules.off_limits.tell not in rules.staff:
        found.append(("off-limits.tell", wrong("no-entry", entry=f"staff.{rules.off_limits.tell}")))
    return found


def _no_variant(variant: str, known: Mapping[str, Any]) -> Message:
    return wrong("no-variant", variant=variant, known=listed(known))


def _option_problem(option: Option, value: str) -> Message | None:
    if option.kind == "choice":
        return None if value in option.choices else not_one_of(value, option.choices)
    try:
        Rounding.parse(value) if option.kind == "rounding" else parse_amount(value)
    except NotReadableError as error:
        return unreadable(error)
    return None


def _choose(options: Mapping[str, Option], wanted: Mapping[str, str], file: str) -> dict[str, str]:
    """Every option with its value: what was asked for, else the default."""
    faults: list[Fault] = []
    for key, value in wanted.items():
        if key not in options:
            faults.append(Fault(file, f"options.{key}", wrong("no-option", known=listed(options))))
        elif problem := _option_problem(options[key], value):
            faults.append(Fault(file, f"options.{key}", problem))
    if faults:
        raise RulebookError(faults)
    return {key: wanted.get(key, option.default) for key, option in options.items()}


SHIPPED = Path(__file__).parent


@cache
def shipped_library() -> Library:
    """The five regulations that come with the program."""
    return Library([SHIPPED])
