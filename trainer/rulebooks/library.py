"""Find rulebook files and turn them into the rules of a game.

A library searches folders in order. A folder contains rulebooks, a rulebook has a ``rulebook.toml`` and one TOML file a
game. The program ships one folder; a school may add its own. A game file may extend another::

    extends = "arica/roulette-american"

    [bets.five-number]
    pays = "7 to 1"
    cite = "Circular 3"

and so may a ``rulebook.toml``; if it is missing, that of the extended rulebook is used.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from trainer.rulebooks.consistency import chosen_options, no_variant, sense_faults
from trainer.rulebooks.house_ways import LONGEST_CHAIN, find_house_ways, read_house_way
from trainer.rulebooks.merge import file_to_blame, merged, not_there_problem, remove_problem, with_steps_in_order
from trainer.rulebooks.names import is_name, shortened
from trainer.rulebooks.problems import Fault, Finding, RulebookError, listed, not_one_of, shown, wrong
from trainer.rulebooks.schema import FILLED_IN, GameRules, HouseWay, Option, RulebookInfo
from trainer.rulebooks.validation import ReadError, convert, read, read_changed, read_toml
from trainer.system.digests import sha256
from trainer.system.lazy_imports import lazily
from trainer.texts import Language, Message, Names, say

with lazily():  # only after a failure
    import traceback

GENERAL = "general-rules"  # every game of the rulebook extends it
BOOK = "rulebook"
HOUSE_WAY = "house-way"  # option whose choices are the names of house way files
_KEPT_CHAINS = 12  # raw data takes as much memory as the rules made from it


class Library:
    """The rulebooks in some folders; earlier folders win. Files are read once."""

    def __init__(self, folders: Sequence[Path], reports: Path | None = None) -> None:
        """``reports`` is the folder for reports of unexpected failures."""
        self.folders = tuple(folders)
        self.reports = reports
        self.passed: set[tuple[str, str, str, tuple[tuple[str, str], ...]]] = (
            set()
        )  # requests that the engines accepted
        self._chains: dict[tuple[str, str], list[tuple[Path, dict[str, Any]]]] = {}
        self._written: dict[tuple[str, str], GameRules] = {}  # before variant and options
        self._loaded: dict[tuple[str, str, str, tuple[tuple[str, str], ...]], GameRules] = {}
        self._own_books: dict[str, RulebookInfo] = {}
        self._shipped: dict[tuple[str, str], bool] = {}
        self._house_ways: dict[str, dict[str, HouseWay]] = {}
        self._broken_ways: dict[str, dict[str, RulebookError]] = {}

    def rulebooks(self) -> list[str]:
        """Ids of all rulebooks, folder by folder in alphabetical order."""
        found: dict[str, None] = {}
        for folder in self.folders:
            for path in _entries(folder):
                if is_name(path.name) and any(_toml_files(path)):
                    found.setdefault(path.name)
        return list(found)

    def games(self, rulebook: str) -> list[str]:
        """Ids of the games of a rulebook."""
        if not is_name(rulebook):
            return []
        names = {path.stem for folder in self.folders for path in _toml_files(folder / rulebook) if is_name(path.stem)}
        return sorted(names - {GENERAL, BOOK})

    def book(self, rulebook: str) -> RulebookInfo:
        """The regulation: names, currency, chips.

        Without a ``rulebook.toml`` its name is that of its folder and the rest is taken from the regulation its games
        extend.
        """
        if self._path(rulebook, BOOK) is not None:
            return self._own_book(rulebook)
        if not is_name(rulebook) or rulebook not in self.rulebooks():
            raise RulebookError([self._no_rulebook(rulebook)])
        for game in self.games(rulebook):
            with suppress(RulebookError):  # problems of a game are reported where it is shown
                return self._book_for(rulebook, self._book_of(rulebook, game))
        raise RulebookError([self._no_book(rulebook)])

    def _own_book(self, rulebook: str) -> RulebookInfo:
        if rulebook not in self._own_books:
            reader, file = self._reader(rulebook, BOOK), str(self._path(rulebook, BOOK))
            self._own_books[rulebook] = (
                convert(self._merged_chain(rulebook, BOOK), RulebookInfo, file)
                if reader is self
                else reader.book(rulebook)
            )
        return self._own_books[rulebook]

    def _book_for(self, rulebook: str, lender: str) -> RulebookInfo:
        """The regulation's own book, or an inherited one under its own name: a school's changes are not printed under
        the name of the regulation they change."""
        info = self._own_book(lender)
        if lender == rulebook:
            return info
        said = Message("house.built-on", {"house": rulebook, "regulation": info.regulation})
        regulation = Names(say(said, Language.ES), say(said, Language.EN))
        return msgspec.structs.replace(info, names=Names(rulebook, rulebook), regulation=regulation)

    def load_unchecked(
        self, rulebook: str, game: str, variant: str = "", options: Mapping[str, str] | None = None
    ) -> GameRules:
        """Rules of a game with a variant and house options applied; raises `RulebookError`.

        Does not check whether the game's engine can use them: everybody else calls `trainer.games.rules.load_rules`.
        """
        wanted = dict(options or {})
        request = (rulebook, game, variant, tuple(sorted(wanted.items())))
        if request not in self._loaded:
            reader = self._reader(rulebook, game)
            self._loaded[request] = (
                self._load(rulebook, game, variant, wanted)
                if reader is self
                else reader.load_unchecked(rulebook, game, variant, wanted)
            )
        return self._loaded[request]

    def _reader(self, rulebook: str, name: str) -> Library:
        """The shipped library for a file to which the school has added nothing, so that its rules are in memory once;
        else this library."""
        if self.folders[:1] != (SHIPPED,) or self is shipped_library():
            return self
        files = (self._path(rulebook, name), *find_house_ways(self.folders, name).values())
        is_shipped = all(path is not None and path.is_relative_to(SHIPPED) for path in files)
        return shipped_library() if is_shipped else self

    def has(self, rulebook: str, name: str) -> bool:
        """Whether a file for this game exists, readable or not."""
        return self._path(rulebook, name) is not None

    def is_shipped(self, rulebook: str, game: str) -> bool:
        """Whether all files of a game came with the program."""
        if (rulebook, game) not in self._shipped:
            self._shipped[rulebook, game] = self._reader(rulebook, game) is not self or all(
                path.is_relative_to(SHIPPED) for path in self._made_of(rulebook, game)
            )
        return self._shipped[rulebook, game]

    def _made_of(self, rulebook: str, game: str) -> list[Path]:
        paths = [path for path, _ in self._chain(rulebook, game)]
        paths += [path for path, _ in self._chain(self._book_of(rulebook, game), BOOK)]
        return [*paths, *find_house_ways(self.folders, game).values()]

    def house_ways(self, game: str) -> dict[str, HouseWay]:
        """House ways of a game by name, without those in `broken_ways`."""
        self._read_house_ways(game)
        return self._house_ways[game]

    def broken_ways(self, game: str) -> dict[str, RulebookError]:
        """House ways that cannot be read, by name, with their problems.

        They can be chosen like the others, so that their author sees the problem; a table that uses one does not load.
        """
        self._read_house_ways(game)
        return self._broken_ways[game]

    def _read_house_ways(self, game: str) -> None:
        if game in self._house_ways:
            return
        self._house_ways[game], self._broken_ways[game] = {}, {}
        paths = find_house_ways(self.folders, game)
        for name, path in paths.items():
            try:
                way = read_house_way(path, paths)
                if way.game != game:
                    raise RulebookError([Fault(str(path), "game", not_one_of(way.game, [game]))])
            except RulebookError as error:
                self._broken_ways[game][name] = error
            else:
                is_proved = all(Path(file).is_relative_to(SHIPPED) for file, _ in way.places)
                self._house_ways[game][name] = msgspec.structs.replace(way, is_proved=is_proved)

    def file(self, rulebook: str, game: str) -> Path:
        """File of a game; raises `RulebookError` if there is none."""
        return self._chain(rulebook, game)[-1][0]

    def inherited_from(self, rulebook: str, game: str) -> tuple[str, str] | None:
        """Rulebook and game that a game's file extends; None if it extends no other game."""
        paths = [path for path, _ in self._chain(rulebook, game) if path.stem not in (GENERAL, BOOK)]
        return (paths[-2].parent.name, paths[-2].stem) if len(paths) > 1 else None

    def faults(self, rulebook: str, game: str) -> list[Fault]:
        """All problems of a game's files that can be found without its engine."""
        try:
            chain = self._chain(rulebook, game)
            data = self._merged_chain(rulebook, game)
        except RulebookError as error:
            return error.faults
        found: list[Finding] = [(key, wrong("filled-in")) for key in FILLED_IN if key in data]
        try:
            rules = read(data, GameRules)
            found += sense_faults(rules)
            if rules.game != game:
                found.append(("game", wrong("game-and-file", game=game)))
            if not found:
                self._written[rulebook, game] = rules
        except ReadError as error:
            found += error.faults
        return [Fault(file_to_blame(chain, key, SHIPPED), key, problem) for key, problem in found]

    def owner(self, rulebook: str, game: str, key: str) -> str:
        """File to blame for a key of a game."""
        return file_to_blame(self._chain(rulebook, game), key, SHIPPED)

    def report(self, file: str, error: Exception) -> None:
        """Write a report of an unexpected failure, once for each file."""
        if self.reports is None:
            return
        with suppress(OSError):  # the problem itself is reported anyway
            self.reports.mkdir(parents=True, exist_ok=True)
            lines = [file, *traceback.format_exception(error)]
            (self.reports / f"rules-{sha256(file.encode()).hexdigest()[:8]}.txt").write_text(
                "\n".join(lines), encoding="utf-8", errors="replace"
            )

    # ── reading ──────────────────────────────────────────────────────────────────────────────────────────────────

    def _load(self, rulebook: str, game: str, variant: str, wanted: Mapping[str, str]) -> GameRules:
        if not self._path(rulebook, game):
            known = listed(self.games(rulebook))
            no_game = wrong("no-game", rulebook=shortened(rulebook), game=shortened(game), known=known)
            is_there = is_name(rulebook) and rulebook in self.rulebooks()
            raise RulebookError([Fault(shortened(rulebook), "", no_game) if is_there else self._no_rulebook(rulebook)])
        if (rulebook, game) not in self._written and (faults := self.faults(rulebook, game)):
            raise RulebookError(faults)
        file = str(self.file(rulebook, game))
        written = data = self._merged_chain(rulebook, game)
        variant = variant or data.get("default-variant", "")
        if variant:
            known = data.get("variants", {})
            if variant not in known:
                raise RulebookError([Fault(file, "variant", no_variant(variant, known))])
            data = merged(data, known[variant].get("set", {}))
        ways = self.house_ways(game)
        options = self._written[rulebook, game].options
        if data.get("options") is not written.get("options"):  # the variant changes the options
            options = convert(data.get("options", {}), dict[str, Option], file, "options")
        chosen = chosen_options(options, wanted, file)
        if broken := self.broken_ways(game).get(chosen.get(HOUSE_WAY, "")):
            raise RulebookError(broken.faults)
        for option_id, choice in chosen.items():
            data = merged(data, options[option_id].set.get(choice, {}))
        data = with_steps_in_order(data)
        is_written = data == written and [*data.get("procedure", ())] == [*written.get("procedure", ())]
        rules = self._written[rulebook, game] if is_written else self._read_changed(rulebook, game, data, written)
        book = self._book_of(rulebook, game)
        return msgspec.structs.replace(
            rules,
            rulebook=rulebook,
            book=self._book_for(rulebook, book),
            variant=variant,
            chosen=chosen,
            digest=_digest(data, self._merged_chain(book, BOOK), ways.get(chosen.get(HOUSE_WAY, ""))),
            house_ways=ways,
        )

    def _read_changed(self, rulebook: str, game: str, data: dict[str, Any], written: dict[str, Any]) -> GameRules:
        """The rules after a variant or an option changed the data."""
        try:
            rules: GameRules = read_changed(data, written, self._written[rulebook, game])
            found = sense_faults(rules)
        except ReadError as error:
            found = error.faults
        if found:
            raise RulebookError([Fault(self.owner(rulebook, game, key), key, problem) for key, problem in found])
        return rules

    def _path(self, rulebook: str, name: str) -> Path | None:
        """Path of a file if it exists; invalid names are never looked up on disk."""
        if not is_name(rulebook) or not is_name(name):
            return None
        for folder in self.folders:
            path = folder / rulebook / f"{name}.toml"
            with suppress(OSError):  # a folder that cannot be read
                if path.exists():
                    return path
        return None

    def _no_rulebook(self, rulebook: str) -> Fault:
        name = shortened(rulebook)
        return Fault(name, "", wrong("no-rulebook", rulebook=name, known=listed(self.rulebooks())))

    def _no_book(self, rulebook: str) -> Fault:
        return Fault(f"{rulebook}/{BOOK}.toml", "", wrong("no-book", known=listed(self._books())))

    def _books(self) -> Iterator[str]:
        return (f"{name}/{BOOK}" for name in self.rulebooks() if self._path(name, BOOK))

    def _chain(self, rulebook: str, name: str) -> list[tuple[Path, dict[str, Any]]]:
        """Files that a game is built from, base first."""
        chain = self._chains.get((rulebook, name))
        if chain is None:
            chain = self._chains[rulebook, name] = self._read_chain(rulebook, name)
            self._let_go_of_chains()
        return chain

    def _let_go_of_chains(self) -> None:
        """Drop the raw data of shipped files, which can be read again. A school's files stay, because they may change
        on disk, and so do the books of the regulations, which every game needs."""
        shipped = [
            key
            for key, chain in list(self._chains.items())
            if key[1] != BOOK and all(path.is_relative_to(SHIPPED) for path, _ in chain)
        ]
        for key in shipped[:-_KEPT_CHAINS]:
            self._chains.pop(key, None)

    def _read_chain(self, rulebook: str, name: str) -> list[tuple[Path, dict[str, Any]]]:
        chain: list[tuple[Path, dict[str, Any]]] = []
        seen: list[str] = []
        base: tuple[str, str] | None = (rulebook, name)
        while base is not None:
            here = "/".join(base)
            path = self._path(*base)
            if path is None:
                asking = str(chain[0][0]) if chain else shortened(here)
                raise RulebookError([Fault(asking, "extends", wrong("no-file", file=f"{shortened(here)}.toml"))])
            if here in seen:
                raise RulebookError([Fault(str(path), "extends", wrong("circle", files=" → ".join((*seen, here))))])
            if len(chain) == LONGEST_CHAIN:
                raise RulebookError([Fault(str(chain[-1][0]), "extends", wrong("chain", most=LONGEST_CHAIN))])
            seen.append(here)
            data = dict(read_toml(path))
            parent = data.pop("extends", None)
            chain.insert(0, (path, data))
            base = self._base(*base, path, parent)
        return chain

    def _base(self, rulebook: str, name: str, path: Path, parent: Any) -> tuple[str, str] | None:
        """File that a file extends: the one it names, else the general rules of its rulebook."""
        if isinstance(parent, str) and parent.count("/") == 1:
            other_book, other_name = parent.split("/")
            return other_book, other_name
        if parent is not None:
            raise RulebookError([Fault(str(path), "extends", wrong("extends", value=shown(parent)))])
        return (rulebook, GENERAL) if name not in (GENERAL, BOOK) and self._path(rulebook, GENERAL) else None

    def _merged_chain(self, rulebook: str, name: str) -> dict[str, Any]:
        data: dict[str, Any] = {}
        for path, layer in self._chain(rulebook, name):
            problem = remove_problem(layer) or not_there_problem(data, layer)
            if problem:
                raise RulebookError([Fault(str(path), "remove", problem)])
            data = merged(data, layer)
        options = data.get("options")
        if isinstance(options, Mapping) and isinstance(options.get(HOUSE_WAY), Mapping):
            names = {way_name: msgspec.to_builtins(way.names) for way_name, way in self.house_ways(name).items()}
            names |= {way_name: {"es": way_name, "en": way_name} for way_name in self.broken_ways(name)}
            chosen_from = {"remove": [f"options.{HOUSE_WAY}.choices"], "options": {HOUSE_WAY: {"choices": names}}}
            data = merged(data, chosen_from)
        return data

    def _book_of(self, rulebook: str, game: str) -> str:
        """Rulebook whose ``rulebook.toml`` applies: its own, or that of the nearest file the game extends."""
        for path, _ in reversed(self._chain(rulebook, game)):
            if self._path(path.parent.name, BOOK):
                name: str = path.parent.name
                return name
        raise RulebookError([self._no_book(rulebook)])


def _entries(folder: Path) -> list[Path]:
    """Names in a folder; none if it cannot be read. Shipped folders are listed once."""
    return _shipped_entries(folder) if folder.is_relative_to(SHIPPED) else _listed_entries(folder)


@cache
def _shipped_entries(folder: Path) -> list[Path]:
    return _listed_entries(folder)


def _listed_entries(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []


def _toml_files(folder: Path) -> Iterator[Path]:
    return (path for path in _entries(folder) if path.suffix == ".toml")


def _digest(data: dict[str, Any], book: dict[str, Any], way: HouseWay | None) -> str:
    """Digest of everything that affects answers: figures, order of steps and bets, chips. House ways that are not
    chosen do not count."""
    if way is not None:
        data = merged(data, {"remove": [f"options.{HOUSE_WAY}.choices"], "house-way": way.digest})
    figures = {key: value for key, value in book.items() if key != "terms"}  # texts do not affect answers
    return sha256(msgspec.json.encode((data, figures))).hexdigest()[:8]


SHIPPED = Path(__file__).parent


@cache
def shipped_library() -> Library:
    """The five regulations that come with the program."""
    return Library([SHIPPED])
