"""Letters for the keys of a table: one for each call, bet, area and subject of a floor call."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from string import ascii_lowercase

import msgspec

from trainer.rulebooks.schema import GameRules

_KINDS = {"roulette-french": "roulette", "roulette-american": "roulette", "craps": "craps"}
_FAMILIES = frozenset({"blackjack", "baccarat", "house-poker", "pai-gow"})
OPEN, CLOSE, WAVE, LOCK_OUT = "open", "no-more-bets", "wave", "lock-out"
# The letter that an id gets if it is free; the others take the first free letter of their id.
_CALL_LETTERS = {
    OPEN: "o", CLOSE: "n", WAVE: "v", "result": "r", "total": "t", "totals": "t", "blackjack": "b", "no-blackjack": "s",
    "player-wins": "p", "banker-wins": "b", "tie": "e", "player-draws": "c", "banker-draws": "d", "player-stands": "q",
    "banker-stands": "k", "player-total": "u", "win": "w", "lose": "l", "push": "p", "natural": "a", "craps": "c",
    "point": "p", "point-made": "m", "seven-out": "s", "no-hand": "h", "no-more-insurance": "i",
    "pay-and-withdraw": "p", "cards": "g",
}  # fmt: skip
_BET_LETTERS = {
    "straight-up": "p", "split": "s", "street": "t", "corner": "q", "six-line": "l", "column": "o", "dozen": "d",
    "double-column": "u", "double-dozen": "x", "five-number": "f", "red": "j", "black": "n", "even": "v", "odd": "i",
    "low": "b", "high": "h", "main": "m", "insurance": "i", "insurance-ten": "j", "player": "p", "banker": "b",
    "tie": "t", "ante": "a", "bet": "b", "play": "l", "pair-plus": "p", "pass-line": "l", "dont-pass": "n",
    "field": "f", "hardway": "h", "come": "k", "dont-come": "d", "come-point": "c", "pass-odds": "o",
}  # fmt: skip
ABOUT_A_PLAYER = frozenset({"claim", "abuse", "large-win"})  # floor calls that name a seat
AREA_LETTERS = {
    "R": "around-winning-number", "C": "columns", "E": "even-chances-and-dozens", "Z": "rest-of-layout",
    "A": "all-losers",
}  # fmt: skip


def kind_of(rules: GameRules) -> str:
    """The kind of table by which its keys differ; raises `KeyError` for a game without keys."""
    return rules.family if rules.family in _FAMILIES else _KINDS[rules.game]


class CallKey(msgspec.Struct, frozen=True):
    """A call that the dealer can claim with a letter.

    ``topic`` and ``facts`` are what the act says; ``figures`` are the names of the numbers typed after the letter;
    ``seat`` tells whether the call is about one player.
    """

    id: str
    topic: str
    facts: dict[str, str | bool] = {}
    figures: tuple[str, ...] = ()
    seat: bool = False
    call: str = ""  # id in the rulebook's calls; empty if the rulebook has no words for it


def assign(
    ids: Iterable[str], preferred: Mapping[str, str] = {}, taken: Collection[str] = (), upper: bool = False
) -> dict[str, str]:
    """A letter for each id: its preferred one, else the first free letter of the id, else any free letter.

    >>> assign(["low", "line", "lay"], {"low": "b"})
    {'b': 'low', 'l': 'line', 'a': 'lay'}
    """
    found: dict[str, str] = {}
    used = {letter.lower() for letter in taken}
    ids = list(dict.fromkeys(ids))
    for name in ids:
        letter = preferred.get(name, "")
        if letter and letter not in used:
            found[letter] = name
            used.add(letter)
    for name in ids:
        if name in found.values():
            continue
        letter = next((each for each in (*name, *ascii_lowercase) if each in ascii_lowercase and each not in used), "")
        if letter:
            found[letter] = name
            used.add(letter)
    return {letter.upper() if upper else letter: name for letter, name in found.items()}


def call_letters(rules: GameRules) -> dict[str, CallKey]:
    """Every call of a table by its letter. Opening and closing the bets are calls as well."""
    keys = {key.id: key for key in _calls(rules)}
    return {letter: keys[name] for letter, name in assign(keys, _CALL_LETTERS).items()}


def _calls(rules: GameRules) -> Iterable[CallKey]:
    kind = kind_of(rules)
    yield CallKey(OPEN, "", call=next((name for name in ("place-bets", "call-to-play") if name in rules.calls), ""))
    yield CallKey(CLOSE, "", call=CLOSE if CLOSE in rules.calls else "")
    yield CallKey(WAVE, "")
    if any("lock-out" in step.acts for step in rules.procedure.values()):
        yield CallKey(LOCK_OUT, "")
    if kind == "pai-gow":
        for word in ("win", "lose", "push"):
            yield CallKey(word, "result", {"says": word}, seat=True)
    if kind == "craps":
        for effect in ("natural", "craps", "point", "point-made", "seven-out"):
            yield CallKey(effect, "result", {"effect": effect}, ("total",), call=effect)
        yield CallKey("result", "result", {"effect": "number"}, ("total",), call="result")
    if kind == "baccarat" and any("call player-total" in step.acts for step in rules.procedure.values()):
        yield CallKey("player-total", "player-total", {}, ("total",))
    for name in rules.calls:
        if name == "blackjack-or-not":
            yield CallKey("blackjack", name, {"blackjack": True}, call=name)
            yield CallKey("no-blackjack", name, {"blackjack": False}, call=name)
        elif name not in (CLOSE, "place-bets", "call-to-play") and not (
            (kind == "pai-gow" and name == "result")
            or (kind == "craps" and name in ("natural", "craps", "point", "point-made", "seven-out", "result"))
        ):
            yield CallKey(name, name, {}, _FIGURES.get((kind, name), ()), call=name)


_FIGURES: dict[tuple[str, str], tuple[str, ...]] = {
    ("roulette", "result"): ("number",),
    ("blackjack", "total"): ("points",),
    ("pai-gow", "total"): ("total",),
    ("baccarat", "totals"): ("player", "banker"),
    ("baccarat", "player-wins"): ("player", "banker"),
    ("baccarat", "banker-wins"): ("player", "banker"),
    ("baccarat", "tie"): ("player", "banker"),
    ("baccarat", "player-stands"): ("total",),
    ("baccarat", "banker-stands"): ("total",),
}


def bet_letters(rules: GameRules) -> dict[str, str]:
    """Every bet of a table by its capital letter (Shift); at roulette the letters of the areas stay free."""
    kind = kind_of(rules)
    taken = AREA_LETTERS if kind == "roulette" else "A" if kind in ("pai-gow", "baccarat") else ""
    return assign(rules.bets, _BET_LETTERS, taken, upper=True)


def floor_letters(rules: GameRules) -> dict[str, str]:
    """What the floor can be called about, by letter: the irregularities of the rulebook first."""
    about = [*_floor_subjects(rules), *rules.irregularities]
    return assign(about, {"claim": "q", "abuse": "z", "large-win": "w", "colour-value": "c"})


def _floor_subjects(rules: GameRules) -> Iterable[str]:
    yield "claim"
    yield "abuse"
    for step in rules.procedure.values():
        for act in step.acts:
            if act.startswith("floor "):
                yield act.removeprefix("floor ")
    if kind_of(rules) in ("house-poker", "pai-gow"):
        yield "card-bent"
    if kind_of(rules) == "house-poker":
        yield "large-win"
