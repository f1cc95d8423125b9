"""Loads the rules of a game and checks that its engine can use them.

`Library` reads the files and checks what all games have in common. Only the engine knows what else it needs, so rules
are loaded through this module only. Any problem becomes a `RulebookError` that names file, key and remedy.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from functools import cache
from pathlib import PurePath
from typing import Any

from trainer import catalogue
from trainer.games import game as engine_of
from trainer.games.core import RequestError, plain, read_request
from trainer.games.example_requests import examples_of
from trainer.rulebooks.house_ways import FOLDER as HOUSE_WAYS
from trainer.rulebooks.house_ways import find_house_ways
from trainer.rulebooks.library import GENERAL, HOUSE_WAY, Library, shipped_library
from trainer.rulebooks.problems import Fault, Finding, RulebookError, listed, not_one_of, wrong
from trainer.rulebooks.schema import GameRules
from trainer.texts import Message

# Keys whose values are counts: packs, cards, dice, places, people.
_THINGS = frozenset(
    "burn cards cells charlie columns count croupiers deal decks decks-allowed dice filled hands holes in-play in-row "
    "least-cut most-hands per-player pieces races raises relief-burn rows seats set-aside set-sizes shakes streets "
    "tables".split()
)
_MOST_THINGS = 1000


def load_rules(
    library: Library, rulebook: str, game: str, variant: str = "", options: Mapping[str, str] | None = None
) -> GameRules:
    """Load the rules of a game with a variant and house options applied; raises `RulebookError` for any faulty file.

    An unexpected failure on shipped files is a bug of the program and is raised as it is.
    """
    request = (rulebook, game, variant, tuple(sorted((options or {}).items())))
    try:
        rules = library.load_unchecked(rulebook, game, variant, options)
        if request not in library.passed:
            if not _is_known_to_be_right(library, rules):
                faults = [fault for fault in _engine_faults(library, rules) if _concerns(fault, rules)]
                if faults:
                    raise RulebookError(faults)
            library.passed.add(request)
    except RulebookError:
        raise
    except Exception as error:
        if _is_shipped(library, rulebook, game):
            raise
        raise unusable(library, rulebook, game, error) from error
    return rules


@cache
def shipped_rules(game: str) -> dict[str, GameRules]:
    """A game under every shipped regulation that has it, by regulation."""
    library = shipped_library()
    return {book: load_rules(library, book, game) for book in library.rulebooks() if library.has(book, game)}


def game_faults(library: Library, rulebook: str, game: str) -> list[Fault]:
    """Every problem of a game: in its files, and found by its engine in each variant and option choice."""
    faults = library.faults(rulebook, game)
    if faults:
        return faults
    found: list[Fault] = []  # variants repeat each other's problems
    try:
        for rules in every_form(library, rulebook, game):
            found += [fault for fault in _engine_faults(library, rules) if fault not in found]
    except RulebookError as error:
        return error.faults
    except Exception as error:  # as in `load_rules`
        if _is_shipped(library, rulebook, game):
            raise
        return unusable(library, rulebook, game, error).faults
    return found


def every_form(library: Library, rulebook: str, game: str) -> Iterator[GameRules]:
    """A game in each variant and, in each, with every option choice that changes figures; unchecked."""
    for variant in library.load_unchecked(rulebook, game).variants or [""]:
        usual = library.load_unchecked(rulebook, game, variant)
        yield usual
        for key, option in usual.options.items():
            for choice in option.choices:
                if option.set.get(choice):
                    yield library.load_unchecked(rulebook, game, variant, {key: choice})


def _is_known_to_be_right(library: Library, rules: GameRules) -> bool:
    """Whether the engine's check can be skipped because the tests have done it.

    The tests check every shipped game in every variant with every single choice. A school's own files, combinations of
    options and free figures still need the check. Skipping it keeps the engine's import off the start path.
    """
    changed = [rules.options[key] for key in rules.changed]
    is_checked = not changed or (len(changed) == 1 and changed[0].kind == "choice")
    return is_checked and library.is_shipped(rules.rulebook, rules.game)


def _engine_faults(library: Library, rules: GameRules) -> list[Fault]:
    if rules.game not in catalogue.BY_GAME:
        known = listed(sorted(name for name in catalogue.BY_GAME if name != GENERAL))
        return [Fault(library.owner(rules.rulebook, rules.game, "game"), "game", wrong("no-engine", known=known))]
    found = list(engine_of(rules.game).check(rules)) or [
        *_felt_faults(rules),
        *_coin_faults(rules),
        *_out_of_all_measure(rules),
    ]
    found = found or list(_rehearse(rules))
    return [_fault(library, rules, key, problem) for key, problem in found]


def _felt_faults(rules: GameRules) -> Iterator[Finding]:
    """Report a felt that the desk has no layout for."""
    known, felt = catalogue.tables_of(rules.game), rules.rules.get("felt")
    if isinstance(felt, str) and felt not in known:
        yield "rules.felt", not_one_of(felt, known)


def _coin_faults(rules: GameRules) -> Iterator[Finding]:
    """Report limits of the example table that are not multiples of the smallest coin."""
    coin = Fraction(1, 10**rules.info.currency.decimals)
    for name, amount in (("minimum", rules.table.minimum), ("maximum", rules.table.maximum)):
        if (amount / coin).denominator != 1:
            yield f"table.{name}", wrong("coin", coin=coin, currency=rules.info.currency.value)


def _out_of_all_measure(rules: GameRules) -> Iterator[Finding]:
    """Report negative amounts, and counts above 1,000."""
    waiting: list[tuple[str, Any]] = [("rules", rules.rules)]
    waiting += [(f"bets.{bet}.data", rule.data) for bet, rule in rules.bets.items()]
    while waiting:
        key, value = waiting.pop()
        if isinstance(value, Mapping):
            waiting += [(f"{key}.{name}", part) for name, part in value.items()]
        elif isinstance(value, list):
            waiting += [(key, part) for part in value]
        elif isinstance(value, int | float) and value < 0:
            yield key, wrong("below-zero")
        elif isinstance(value, int | float) and value > _MOST_THINGS and not _THINGS.isdisjoint(key.split(".")):
            yield key, wrong("too-many-things", most=_MOST_THINGS)


def _fault(library: Library, rules: GameRules, key: str, problem: Message) -> Fault:
    """Turn an engine's finding into a problem with its file: the game's, or a house way's."""
    folder, _, rest = key.partition(".")
    name, _, inside = rest.partition(".")
    ways = find_house_ways(library.folders, rules.game) if folder == HOUSE_WAYS else {}
    if name in ways:
        return Fault(str(ways[name]), inside, problem)
    return Fault(library.owner(rules.rulebook, rules.game, key), key, problem)


def _concerns(fault: Fault, rules: GameRules) -> bool:
    """Whether a problem affects these rules; an unused house way does not."""
    file = PurePath(fault.file)
    return HOUSE_WAYS not in file.parts or file.stem == rules.chosen.get(HOUSE_WAY)


def _rehearse(rules: GameRules) -> Iterator[Finding]:
    """Run the engine's own examples to find problems that its check overlooked."""
    engine = engine_of(rules.game)
    for kind, examples in examples_of(engine).items():
        ask = engine.asks[kind]
        for example in examples:
            try:
                plain(ask.answer(rules, read_request(ask, example, kind)))
            except RequestError:  # an example may use something that this rulebook lacks
                continue
            except RulebookError as error:
                yield from ((fault.key, fault.problem) for fault in error.faults)
                return


def _is_shipped(library: Library, rulebook: str, game: str) -> bool:
    """Whether the files are ours, so that an unexpected failure is a bug and not a fault of a file."""
    with suppress(RulebookError):
        return library.is_shipped(rulebook, game)
    return False


def unusable(library: Library, rulebook: str, game: str, error: Exception) -> RulebookError:
    """Turn an unexpected failure of an engine into a `RulebookError`, and write a crash report."""
    file = f"{rulebook}/{game}.toml"
    with suppress(RulebookError):
        file = str(library.file(rulebook, game))
    library.report(file, error)
    return RulebookError([Fault(file, "", wrong("unusable", reason=f"{type(error).__name__}: {error}"[:200]))])
