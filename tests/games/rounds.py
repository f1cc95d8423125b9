"""Rounds of every game of the catalogue that can be settled, and one thing at a time that makes them impossible.

They are found, not written for this: every worked case and every example of a schema under every rulebook that answers
it. A new game is looked at without a line of its own.
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from decimal import Decimal
from functools import cache
from typing import Any

import msgspec

from tests.games.worked_cases import FAMILIES, worked_cases
from trainer.catalogue import BY_GAME
from trainer.games import game
from trainer.games.core import RequestError
from trainer.games.example_requests import examples_of
from trainer.games.request_checks import most_decks
from trainer.games.rules import load_rules
from trainer.games.solving import solve
from trainer.rulebooks import RulebookError, shipped_library
from trainer.rulebooks.library import GENERAL

LIBRARY = shipped_library()
Request = dict[str, Any]
Path = tuple[Any, ...]
SETTLED = tuple(name for name in sorted(BY_GAME) if "settle" in game(name).asks)
DECIDED = tuple(name for name in SETTLED if "decide" in game(name).asks)
AT_SEATS = ("blackjack", "baccarat", "house-poker", "pai-gow")  # families whose seats are numbered on the cloth
ONE_DECK = ("house-poker", "pai-gow", "card-room")  # families whose cards come once
MONEY = (
    *("stake", "bank", "meter", "pot", "prize", "minimum", "maximum", "paid", "losing_bets", "winning_bets", "price"),
    *("line_prize", "bingo_prize", "progressive_prize", "accumulated", "reserve", "sums", "pots", "prizes", "before"),
)
CARD = re.compile(r"[A2-9TJQK][SHDC]")


def answer(request: Request) -> Request | None:
    """The answer as it is printed, or nothing where the request is refused, or no line can hold it."""
    try:
        msgspec.json.encode(request)
    except UnicodeEncodeError:
        return None
    try:
        printed = msgspec.json.encode(solve(deepcopy(request), LIBRARY))
    except (RequestError, RulebookError):
        return None
    found: Request = json.loads(printed, parse_float=Decimal)
    return found


@cache
def asked(game_id: str, kind: str) -> tuple[Request, ...]:
    """Every request of a kind that is written down for a game and answered."""
    worked = [case.request for family in FAMILIES for case in worked_cases(family)]
    known = [request for request in worked if request["game"] == game_id and kind in request]
    books = [book for book in LIBRARY.rulebooks() if game_id in (*LIBRARY.games(book), GENERAL)]
    examples = next(own for name, own in examples_of(game(game_id)).items() if name == kind)
    known += [{"rulebook": book, "game": game_id, kind: example} for book in books for example in examples]
    plain = [json.loads(json.dumps(request, default=float)) for request in known]
    return tuple(request for request in plain if answer(request) is not None)


def rounds(game_id: str) -> tuple[Request, ...]:
    """The rounds of a game that are settled."""
    return asked(game_id, "settle")


def paths(part: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every part of a request with the keys that lead to it."""
    yield path, part
    if isinstance(part, dict | list):
        for key in part if isinstance(part, dict) else range(len(part)):
            yield from paths(part[key], (*path, key))


def changed(request: Request, path: Path, value: Any) -> Request:
    """The request with another value at one place."""
    found = deepcopy(request)
    holder: Any = found
    for key in path[:-1]:
        holder = holder[key]
    holder[path[-1]] = value
    return found


# ── one impossible thing ─────────────────────────────────────────────────────────────────────────────────────────────

Round = Request
Impossible = Callable[[Round, random.Random], Iterator[Round]]


def _everywhere(is_meant: Callable[[Path, Any], bool], *values: Any) -> Impossible:
    """Each of these values at every place that is meant."""

    def found(request: Round, _: random.Random) -> Iterator[Round]:
        for path, old in paths(request["settle"], ("settle",)):
            if is_meant(path, old):
                yield from (changed(request, path, value) for value in values)

    return found


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_money(path: Path, value: Any) -> bool:
    named = [key for key in path if isinstance(key, str) and not key.isdecimal()]
    return _is_number(value) and named[-1] in MONEY


def _is_card(value: Any) -> bool:
    return isinstance(value, str) and CARD.fullmatch(value) is not None


def _twice(request: Round, rng: random.Random) -> Iterator[Round]:
    """A card of one hand in another, where there is one deck."""
    if game(request["game"]).family not in ONE_DECK:
        return
    cards = [(path, value) for path, value in paths(request["settle"], ("settle",)) if _is_card(value)]
    if len(cards) != len({value for _, value in cards}):  # one card told in two parts of a hand
        return
    for path, value in cards:
        others = [other for where, other in cards if where[:-1] != path[:-1] and other != value]
        if others:
            yield changed(request, path, rng.choice(others))


def _worn_out(request: Round, _: random.Random) -> Iterator[Round]:
    """A card of some hand as often in the shoe as all decks have it."""
    if "next_cards" not in fields_of(request["game"], "settle"):
        return
    chosen = request.get("variant", ""), request.get("options", {})
    rules = load_rules(LIBRARY, request["rulebook"], request["game"], *chosen)
    told = request["settle"]
    lying = [card for name, hand in told.items() if name != "next_cards" for _, card in paths(hand) if _is_card(card)]
    for card in lying[:1]:
        yield {**request, "settle": {**told, "next_cards": [card] * most_decks(rules.rules)}}


def _no_such_bet(request: Round, _: random.Random) -> Iterator[Round]:
    """A bet of no game; what holds at every table is asked about any bet."""
    for path, _old in paths(request["settle"], ("settle",)) if request["game"] != GENERAL else ():
        if path[-1] == "bet":
            yield from (changed(request, path, name) for name in ("moon", ""))


def _a_bet_from_nowhere(request: Round, _: random.Random) -> Iterator[Round]:
    """A bet at a seat that no table has, in games that are played at seats."""
    bets = request["settle"].get("bets", ())
    if bets and game(request["game"]).family in AT_SEATS and request["game"] != "trente-et-quarante":
        yield changed(request, ("settle", "bets"), [*bets, {**bets[0], "seat": 98}])


def _limits(request: Round, _: random.Random) -> Iterator[Round]:
    """Limits that no table can have, where a round gives its table's."""
    fields = {field.name for field in msgspec.structs.fields(game(request["game"]).asks["settle"].request)}
    if "bets" in fields:
        for limits in ({"minimum": 0}, {"maximum": -1}, {"minimum": 100, "maximum": 50}):
            if limits.keys() <= fields:
                yield {**request, "settle": {**request["settle"], **limits}}


def _on_nothing(request: Round, _: random.Random) -> Iterator[Round]:
    """A bet made on something that there is not; a box that a house names as it likes, and any bet of the general
    rules, are left alone."""
    for index, bet in enumerate(request["settle"].get("bets", ())) if request["game"] != GENERAL else ():
        if not isinstance(bet.get("on"), str):
            yield changed(request, ("settle", "bets", index), {**bet, "on": "the moon"})


IMPOSSIBLE: dict[str, Impossible] = {
    "money-below-nothing": _everywhere(_is_money, -5),
    "a-third-of-a-coin": _everywhere(_is_money, "1/3"),
    "more-money-than-there-is": _everywhere(_is_money, 10**13),
    "no-such-bet": _no_such_bet,
    "on-nothing": _on_nothing,
    "no-such-seat": _everywhere(lambda path, value: path[-1] == "seat" and _is_number(value), 0, -1),
    "no-such-hand": _everywhere(lambda path, value: path[-1] == "hand" and _is_number(value), 0, -1),
    "no-such-card": _everywhere(lambda _, value: _is_card(value), "1S", "TX", "AS2"),
    "no-such-face": _everywhere(lambda path, _: path[-1] in ("dice", "roll"), [7, 1], [0, 3], [1, 2, 3], []),
    "no-such-number": _everywhere(lambda path, _: path[-1] == "winning_number", 99, -1, "x"),
    "more-than-everything": _everywhere(lambda path, _: "percent" in str(path[-1]), 150, -1),
    "one-card-twice": _twice,
    "one-card-too-often": _worn_out,
    "a-bet-from-nowhere": _a_bet_from_nowhere,
    "limits-of-no-table": _limits,
}


def impossible(request: Round, rng: random.Random) -> Iterator[tuple[str, Round]]:
    """The round with one impossible thing, in every way there is."""
    for name, change in IMPOSSIBLE.items():
        yield from ((name, made) for made in change(request, rng))


# ── the same round, asked of `limit` ─────────────────────────────────────────────────────────────────────────────────


@cache
def fields_of(game_id: str, kind: str) -> frozenset[str]:
    """What a question takes; of several cases, that about bets."""
    form = next((ask.request for name, ask in game(game_id).asks.items() if name == kind), None)
    cases = getattr(form, "__args__", (form,))
    about_bets = [case for case in cases if case is not None and "bets" in case.__struct_fields__]
    return frozenset(about_bets[0].__struct_encode_fields__) if about_bets else frozenset()


def limit_of(request: Round) -> Request | None:
    """What `limit` is asked about the bets of a round; nothing where it is not asked about bets."""
    known = fields_of(request["game"], "limit")
    if not known or not request["settle"].get("bets"):
        return None
    head = {key: value for key, value in request.items() if key != "settle"}
    case = {"case": "bets"} if "case" in str(examples_of(game(request["game"]))["limit"]) else {}
    return {**head, "limit": {**case, **{key: value for key, value in request["settle"].items() if key in known}}}


def lies_outside(judged: Request) -> bool:
    """Whether a stake that `limit` has judged is not between the limits it gives."""
    stake, least, most = (judged.get(key) for key in ("stake", "minimum", "maximum"))
    return bool(stake) and ((least is not None and stake < least) or (most is not None and stake > most))


def is_held(request: Round, bet: Request) -> bool:
    """Whether a bet was laid earlier or came too late: the limits of this coup do not ask about it."""
    told = request["settle"]
    return bool(bet.get("in_prison") or bet["bet"] in told.get("prison", ()) or told.get("after_no_more_bets"))


def _spot(bet: Request) -> tuple[Any, ...]:
    return tuple(str(bet.get(key)) for key in ("bet", "on", "seat", "hand"))


def limit_and_settle_differ(request: Round) -> str:
    """How `limit` and `settle` contradict each other about the stakes of a round that gives its limits; or nothing."""
    settled = answer(request)
    return "" if settled is None else limit_differs_from(request, settled)


def limit_differs_from(request: Round, settled: Request) -> str:
    """How `limit` contradicts what a round was settled as; or nothing."""
    asked_limit = limit_of(request)
    judged = answer(asked_limit) if asked_limit is not None else None
    if judged is None:
        return ""
    marked = [bet for bet in settled["bets"] if "stake_in_play" in bet]
    if judged.get("allowed") is True and marked:
        return f"limit allows all, settle marks {marked[0]['bet']}"
    limits = [request["settle"].get(name) for name in ("minimum", "maximum")]
    given = None not in limits  # what a round does not give, it does not ask about
    spots = Counter(_spot(bet) for bet in settled["bets"])
    for one, bet in zip(judged.get("bets", ()), settled["bets"], strict=False) if given else ():
        # Of several bets on one spot the sum is judged, and the first of them may play whole.
        refused = one.get("allowed") is False and lies_outside(one) and spots[_spot(bet)] == 1
        if refused and "stake_in_play" not in bet and not is_held(request, bet):
            return f"limit gives {bet['bet']} {one['minimum']} to {one['maximum']}, settle plays {bet['stake']} whole"
    return ""


# ── the same round, told in another order ────────────────────────────────────────────────────────────────────────────


def order_matters(request: Round) -> str:
    """What of a round must not be told the other way round; nothing if all can."""
    usual = _in_any_order(answer(request))
    for path, part in paths(request["settle"], ("settle",)):
        turned: Any = None
        if isinstance(part, list) and len(part) > 1 and all(isinstance(each, dict) for each in part):
            turned = part[::-1]
        elif isinstance(part, dict) and len(part) > 1 and all(key.isdecimal() or key == "dealer" for key in part):
            turned = dict(reversed(part.items()))
        if turned is not None and _in_any_order(answer(changed(request, path, turned))) != usual:
            return ".".join(map(str, path))
    return ""


def _in_any_order(settled: Request | None) -> Request | None:
    """An answer whose bets have no order; of stakes over the maximum, or over what a bank can cover, those laid first
    play, and only sums are alike."""
    if settled is None:
        return None
    if any("stake_in_play" in bet or "uncovered" in bet for bet in settled["bets"]):
        sums: Counter[str] = Counter()
        seats = {bet["seat"] for bet in settled["bets"] if "seat" in bet}
        only = min(seats) if len(seats) == 1 else None  # where there is one place, a bet need not name it
        for bet in settled["bets"]:
            for part in ("pays", "loses", "returned", "stays"):
                sums[f"{part} of {bet.get('seat', only)} on {bet['bet']} {bet.get('on')}"] += bet.get(part, 0)
        return {"bets": +sums, "total_payout": settled["total_payout"]}
    return {**settled, "bets": sorted(json.dumps(bet, sort_keys=True, default=str) for bet in settled["bets"])}


# ── other rounds of the same kind ────────────────────────────────────────────────────────────────────────────────────


def varied(request: Round, rng: random.Random) -> Round:
    """The round with other stakes, cards, limits or house options: of the right form, and mostly one that can be."""
    found = deepcopy(request)
    for _ in range(rng.choice((1, 1, 2, 3))):
        change = rng.choice((_other_stakes, _other_stake, _other_cards, _other_limits, _other_option, _other_bets))
        found = change(found, rng)
    return found


def _other_stakes(request: Round, rng: random.Random) -> Round:
    """All money so many times as much: what is measured by something else stays so."""
    times = rng.choice((2, 3, 5, 10, 25))
    for path, value in list(paths(request["settle"], ("settle",))):
        if _is_money(path, value):
            request = changed(request, path, value * times)
    return request


def _other_stake(request: Round, rng: random.Random) -> Round:
    """One stake alone made larger or smaller, beside others that may not let it be."""
    bets = list(request["settle"].get("bets", ()))
    staked = [index for index, bet in enumerate(bets) if _is_number(bet.get("stake")) and bet["stake"] > 0]
    if not staked:
        return request
    at = rng.choice(staked)
    stake = max(1, int(bets[at]["stake"] * rng.choice((0.5, 0.75, 1.25, 1.5, 2, 2.5, 3, 4))))
    bets[at] = {**bets[at], "stake": stake}
    return {**request, "settle": {**request["settle"], "bets": bets}}


def _other_cards(request: Round, rng: random.Random) -> Round:
    """Some cards exchanged for others that do not lie."""
    cards = [(path, value) for path, value in paths(request["settle"], ("settle",)) if _is_card(value)]
    free = [rank + suit for rank in "A23456789TJQK" for suit in "SHDC"]
    free = [card for card in free if card not in {value for _, value in cards}]
    rng.shuffle(free)
    for (path, _), card in zip(rng.sample(cards, min(len(cards), rng.choice((1, 2, 5)))), free, strict=False):
        request = changed(request, path, card)
    return request


def _other_limits(request: Round, rng: random.Random) -> Round:
    return with_limits(request, rng) if rng.random() < 0.8 else _one_limit(request, rng)


def with_limits(request: Round, rng: random.Random) -> Round:
    """The round at a table whose limits lie near its stakes, where a round can give them."""
    stakes = [bet["stake"] for bet in request["settle"].get("bets", ()) if bet.get("stake")]
    if not stakes or not {"minimum", "maximum"} <= fields_of(request["game"], "settle"):
        return request
    least = rng.choice(stakes) * rng.choice((1, 1, 2))
    limits = {"minimum": least, "maximum": least * rng.choice((1, 2, 10, 100))}
    return {**request, "settle": {**request["settle"], **limits}}


def _one_limit(request: Round, rng: random.Random) -> Round:
    limited = with_limits(request, rng)["settle"]
    left_out = rng.choice(("minimum", "maximum"))
    return {**request, "settle": {key: value for key, value in limited.items() if key != left_out}}


def _other_option(request: Round, rng: random.Random) -> Round:
    options = LIBRARY.load_unchecked(request["rulebook"], request["game"]).options
    choices = [(key, choice) for key, option in options.items() for choice in option.choices]
    if not choices:
        return request
    key, choice = rng.choice(choices)
    return {**request, "options": {**request.get("options", {}), key: choice}}


def _other_bets(request: Round, rng: random.Random) -> Round:
    """A bet less, once more, or by somebody else."""
    bets = list(request["settle"].get("bets", ()))
    if not bets:
        return request
    at = rng.randrange(len(bets))
    match rng.randrange(3):
        case 0:
            del bets[at]
        case 1:
            bets.append(deepcopy(bets[at]))
        case _:
            bets[at] = {**bets[at], "seat": rng.choice((1, 2, 3, 5))}
    return {**request, "settle": {**request["settle"], "bets": bets}}
