"""Who shows that a house option has an effect: for every choice a request or a drill that is answered otherwise by it.

``uv run python -m tests.games.option_witnesses`` looks for those that are missing among the examples, the worked cases,
the drills and requests at random, and writes ``tests/data/option-witnesses.jsonl``; what it cannot find it names.

A witness shows that an engine honours the choice. Of a choice that is only told (who stands where, what lies on the
table, in which words something is called) no engine can do more than state it: then it is of the kind ``statement``,
asks for that fact, and the choice sets nothing but what `STATED` names.
"""

from __future__ import annotations

import copy
import json
import random
import time
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Literal

import msgspec

from tests.games.rounds import rounds, with_limits
from tests.games.worked_cases import FAMILIES, worked_cases
from tests.laboratory.requests import _change, _paths, _value, _words
from trainer.drills import families, family
from trainer.drills.core import Item
from trainer.drills.option_dependence import other_choices
from trainer.games import game
from trainer.games.core import RequestError
from trainer.games.example_requests import examples_of
from trainer.games.rules import load_rules
from trainer.games.solving import KINDS, solve
from trainer.rulebooks import GameRules, RulebookError, shipped_library

STATED = ("procedure", "staff", "equipment", "calls", "orders", "conduct", "irregularities")
"""Parts of a rulebook that engines tell and do not reckon with."""

FILE = Path(__file__).parents[1] / "data" / "option-witnesses.jsonl"
LIBRARY = shipped_library()
SECONDS = 15.0  # that are spent on a table
SEEDS = 6


class Witness(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table, an option with a choice that is not the default, and what is answered otherwise by it."""

    rulebook: str
    game: str
    option: str
    choice: str
    kind: Literal["engine", "statement"] = "engine"
    request: dict[str, Any] = {}
    item: str = ""  # of a drill

    @property
    def asks_for_a_fact(self) -> bool:
        asked = self.request.get("decide")
        return isinstance(asked, dict) and asked.get("case") == "fact"

    @property
    def place(self) -> tuple[str, str, str, str]:
        return self.rulebook, self.game, self.option, self.choice


_ANSWERS: dict[tuple[str, str, str, str], tuple[str, str]] = {}  # several tests look at them


def wanted() -> Iterator[tuple[str, str, str, Sequence[str]]]:
    """Every option with the choices that must show an effect; of a rounding or an amount one of several does."""
    for book in LIBRARY.rulebooks():
        for name in LIBRARY.games(book):
            rules = load_rules(LIBRARY, book, name)
            for key, option in rules.options.items():
                others = other_choices(option, option.default, rules)
                if option.kind != "choice":
                    yield book, name, key, others
                else:
                    yield from ((book, name, key, [choice]) for choice in others)


def witnesses() -> list[Witness]:
    lines = FILE.read_text(encoding="utf-8").splitlines() if FILE.exists() else []
    return [msgspec.json.decode(line, type=Witness) for line in lines]


def shows_it(witness: Witness) -> bool:
    """Whether the witness is answered otherwise by its choice, and answered at all under one of the two."""
    if witness.item:
        return _is_drilled_otherwise(Item.parse(witness.item), witness.option, witness.choice)
    usual, other = answers(witness)
    return usual != other


def answers(witness: Witness) -> tuple[str, str]:
    """What a witness with a request is told usually, and by its choice."""
    if witness.place not in _ANSWERS:
        chosen = {witness.option: witness.choice}
        _ANSWERS[witness.place] = told(witness.request, {}), told(witness.request, chosen)
    return _ANSWERS[witness.place]


def told(request: dict[str, Any], options: dict[str, str]) -> str:
    """The answer to a request under options besides its own; nothing where it is refused."""
    asked = {key: value for key, value in copy.deepcopy(request).items() if key != "id"}
    try:
        answer = solve({**asked, "options": {**asked.get("options", {}), **options}}, LIBRARY)
        return msgspec.json.encode(answer).decode()
    except (RequestError, RulebookError):
        return ""


def _is_drilled_otherwise(item: Item, option: str, choice: str) -> bool:
    found = family(item.game, item.family)
    usual = load_rules(LIBRARY, item.rulebook, item.game, item.variant)
    other = load_rules(LIBRARY, item.rulebook, item.game, item.variant, {option: choice})
    draft = found.make(usual, item.level, item.seed).draft
    if not found.fits(other):
        return True
    for again in islice(found.drafts(item, other), 4):
        if (again.prompt, again.scene) == (draft.prompt, draft.scene):
            return again.solution != draft.solution
    return False


# ── looking for them ─────────────────────────────────────────────────────────────────────────────────────────────────


def _requests(rules: GameRules, rng: random.Random) -> Iterator[dict[str, Any]]:
    """What is written down first, then without end what chance makes of it."""
    here = {"rulebook": rules.rulebook, "game": rules.game}
    known = [{**here, kind: example} for kind, own in examples_of(game(rules.game)).items() for example in own]
    worked = [case.request for name in FAMILIES for case in worked_cases(name)]
    known += [{**request, "rulebook": rules.rulebook} for request in worked if request["game"] == rules.game]
    known += [{**here, "decide": {"case": "procedure"}}]
    known += [{**here, "decide": {"case": "conduct", "rule": rule}} for rule in rules.conduct]
    if "settle" in game(rules.game).asks:
        limited = [with_limits(request, rng) for request in rounds(rules.game)]
        known += [{**here, "settle": request["settle"]} for request in limited]
    known += [{**here, "decide": {"case": "irregularity", "event": event}} for event in rules.irregularities]
    known = [request for request in known if not Witness("", "", "", "", request=request).asks_for_a_fact]
    yield from known
    words, asks = _words(rules.rulebook, rules.game), list(game(rules.game).asks.items())
    while True:
        if rng.random() < 0.5:
            request = copy.deepcopy(rng.choice(known))
            for _ in range(rng.choice((1, 2, 3))):
                paths = [path for path in _paths(request) if path[0] in KINDS and len(path) > 1]
                if paths:
                    _nudge(request, rng.choice(paths), rng)
        else:
            kind, ask = rng.choice(asks)
            request = {**here, kind: _value(ask.request, "", words, rng)}
        asked = request.get("decide")
        if isinstance(asked, dict) and asked.get("case") == "fact":
            continue
        if rules.variants and rng.random() < 0.5:
            request["variant"] = rng.choice(list(rules.variants))
        yield request


def _nudge(request: dict[str, Any], path: tuple[Any, ...], rng: random.Random) -> None:
    holder: Any = request
    for key in path[:-1]:
        holder = holder[key]
    if isinstance(holder, dict) and rng.random() < 0.3:
        holder[rng.choice(("minimum", "maximum"))] = rng.choice((1, 5, 10, 50, 100, 500))
    else:
        _change(request, path, rng)


def _drilled(rules: GameRules, option: str, choice: str) -> str:
    """An item whose answer hangs on the choice; nothing if none of the first seeds does."""
    for found in families(rules.game):
        for level in range(1, len(found.levels) + 1) if found.fits(rules) else ():
            for seed in range(SEEDS):
                item = found.make(rules, level, seed).item
                try:
                    if _is_drilled_otherwise(item, option, choice):
                        return f"{item.family}/{level} {item.rulebook}/{item.game}@1 #{seed}"
                except (ValueError, LookupError):
                    continue
    return ""


def _statement(rules: GameRules, option: str, choice: str) -> Witness | None:
    """The fact that a choice changes, if it changes nothing else."""
    changes = rules.options[option].set.get(choice) or {}
    for path in _set_by(changes) if is_only_stated(rules, option, choice) else ():
        request = {"rulebook": rules.rulebook, "game": rules.game, "decide": {"case": "fact", "id": path}}
        witness = Witness(rules.rulebook, rules.game, option, choice, "statement", request)
        if shows_it(witness):
            return witness
    return None


def is_only_stated(rules: GameRules, option: str, choice: str) -> bool:
    """Whether a choice sets nothing that an engine reckons with."""
    both = (rules.options[option].set.get(each) or {} for each in (choice, rules.options[option].default))
    return all(path.split(".")[0] in STATED for changes in both for path in _set_by(changes))


def _set_by(changes: Mapping[str, Any], above: str = "") -> Iterator[str]:
    """The paths that the changes of a choice set."""
    for key, value in changes.items():
        path = f"{above}.{key}" if above else key
        if isinstance(value, Mapping) and set(value) != {"es", "en"}:
            yield from _set_by(value, path)
        elif path == "remove":
            yield from value
        else:
            yield path


def main() -> None:
    kept = [witness for witness in witnesses() if _still(witness)]
    have = {witness.place for witness in kept}
    missing: dict[tuple[str, str], list[tuple[str, Sequence[str]]]] = {}
    for book, name, option, choices in wanted():
        if not any((book, name, option, choice) in have for choice in choices):
            missing.setdefault((book, name), []).append((option, choices))
    for (book, name), options in missing.items():
        kept += _look(book, name, options)
    kept.sort(key=lambda witness: witness.place)
    FILE.write_text("".join(f"{msgspec.json.encode(one).decode()}\n" for one in kept), encoding="utf-8")


def _still(witness: Witness) -> bool:
    try:
        return shows_it(witness)
    except (RulebookError, ValueError, KeyError):
        return False


def _look(book: str, name: str, options: list[tuple[str, Sequence[str]]]) -> list[Witness]:
    rules, rng, found = load_rules(LIBRARY, book, name), random.Random(1), []
    open_ = list(options)
    until = time.process_time() + SECONDS
    for request in _requests(rules, rng):
        if not open_ or time.process_time() > until:
            break
        usual = told(request, {})
        asked = {key: value for key, value in request.items() if key not in ("id", "options")}
        for option, choices in list(open_):
            choice = next((one for one in choices if told(request, {option: one}) != usual), None)
            if choice is not None:
                plain = json.loads(json.dumps(asked, default=float))
                witness = Witness(book, name, option, choice, plain)
                if shows_it(witness):
                    found.append(witness)
                    open_.remove((option, choices))
    for option, choices in open_:
        item = next((item for choice in choices if (item := _drilled(rules, option, choice))), "")
        if item:
            found.append(Witness(book, name, option, choices[0], item=item))
        elif statement := _statement(rules, option, choices[0]):
            found.append(statement)
        else:
            print(f"{book}/{name} {option}={choices[0]}: nothing is answered otherwise")
    return found


if __name__ == "__main__":
    main()
