"""Whether `limit`, `decide` and `settle` agree about a random round with random limits and house options.

The rounds are those of `tests.games.rounds` (every worked case and example), varied at random. `disagreement` names the
first contradiction it finds in one of them. ``python -m tests.games.agreement 100000`` looks at so many rounds.
"""

from __future__ import annotations

import random
import re
import sys
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from decimal import Decimal
from typing import Any

from tests.games.decided import decide_differs_from
from tests.games.rounds import (
    LIBRARY,
    SETTLED,
    Request,
    answer,
    fields_of,
    is_held,
    limit_differs_from,
    limit_of,
    rounds,
    varied,
    with_limits,
)
from trainer.games.core import RequestError
from trainer.games.solving import solve
from trainer.rulebooks import RulebookError

MONEY = ("pays", "loses")
STEP = 2000  # rounds from one report to the next
INSURANCES = ("insurance", "insurance-ten")
FREE = ("free-split", "free-double")
REFUSED_STAKE = re.compile(r"settle\.bets\[\d+\]\.stake")


def random_round(name: str, rng: random.Random) -> Request:
    """A random round of a game, mostly with limits near its stakes."""
    found = varied(rng.choice(rounds(name)), rng)
    return with_limits(found, rng) if rng.random() < 0.7 else found


def disagreement(request: Request) -> str:
    """How the answers about a round contradict each other; empty if they agree."""
    settled = answer(request)
    if settled is None:
        return _refused(request)
    for check in (limit_differs_from, _cut, _added_stakes, decide_differs_from):
        found = check(request, settled)
        if found:
            return found
    return ""


# ── a stake that `settle` refuses ────────────────────────────────────────────────────────────────────────────────────


def _refused(request: Request) -> str:
    """A stake that `settle` refuses beside the other bets must be one that `limit` does not allow."""
    try:
        solve(deepcopy(request), LIBRARY)
    except RulebookError:
        return ""
    except RequestError as problem:
        asked = limit_of(request) if REFUSED_STAKE.fullmatch(problem.field_path) else None
        judged = answer(asked) if asked is not None else None
        if judged is not None and judged.get("allowed") is True:
            return f"limit allows all, settle refuses {problem}"
    return ""


# ── what plays, without limits ───────────────────────────────────────────────────────────────────────────────────────


def _cut(request: Request, settled: Request) -> str:
    """A round whose stakes were cut must be a round that can be played with those stakes, and pay the same."""
    told = request["settle"]
    bets = [bet for bet in settled.get("bets", ()) if isinstance(bet, dict)]
    if not any("stake_in_play" in bet for bet in bets) or any(is_held(request, bet) for bet in bets):
        return ""
    seats = {bet["seat"] for bet in bets if "seat" in bet}
    only = min(seats) if len(seats) == 1 else None  # of one place, not every bet names the seat
    mains = {_place(bet, only): _plays(bet) for bet in bets if bet["bet"] == "main" and _plays(bet) != bet["stake"]}
    left, wanted = [], []
    for bet, result in zip(told["bets"], bets, strict=True):
        plays = mains.get(_place(result, only), bet.get("marker")) if bet["bet"] in FREE else _plays(result)
        if plays:
            left.append({**bet, "marker" if bet["bet"] in FREE else "stake": _number(plays)})
            wanted.append(result)
        elif any(result[part] for part in MONEY):
            return f"{bet['bet']} does not play and is settled: {result['pays']} paid, {result['loses']} taken"
    if not left:
        return ""
    plain = {key: value for key, value in told.items() if key not in ("minimum", "maximum", "even_chance_maximum")}
    again = answer({**request, "settle": {**plain, "bets": left}})
    if again is None:
        cut_doubles = any(bet["bet"] == "double" and "stake_in_play" in bet for bet in bets)  # only a limit makes them
        if any(bet["bet"] == "main" or _plays(bet) for bet in bets) and len(left) == len(bets) and not cut_doubles:
            return f"what plays cannot be played: {[(bet['bet'], bet.get('stake')) for bet in left]}"
        return ""  # without a bet that is void the rest may not be a round
    for one, other in zip(wanted, again["bets"], strict=True):
        if any(one[part] != other[part] for part in MONEY):
            return f"{one['bet']} pays {one['pays']} of what plays, {other['pays']} alone"
    return ""


def _place(bet: Request, seat: Any = None) -> tuple[Any, Any]:
    return bet.get("seat", seat), bet.get("on")


def _plays(bet: Request) -> Any:
    return bet.get("stake_in_play", bet.get("stake", 0))


def _number(value: Any) -> Any:
    return float(value) if isinstance(value, Decimal) else value


# ── doubles and insurances, which `limit` is asked about one by one ─────────────────────────────────────────────────


def _added_stakes(request: Request, settled: Request) -> str:
    """A double or an insurance that `limit` allows beside its main stake plays whole, and one it refuses does not."""
    if "dealer" not in fields_of(request["game"], "settle") or not fields_of(request["game"], "limit"):
        return ""
    for bet in settled["bets"]:
        mains = [each for each in settled["bets"] if each["bet"] == "main" and _place(each) == _place(bet)]
        main = mains[0] if len(mains) == 1 else None  # of several on one spot the sum counts
        asked = _added_limit(request, bet, main) if main is not None and bet["bet"] in ("double", *INSURANCES) else None
        judged = answer(asked) if asked else None
        if judged is not None and "allowed" in judged and judged["allowed"] is ("stake_in_play" in bet):
            said = "allows" if judged["allowed"] else "refuses"
            return f"limit {said} {bet['bet']} {bet['stake']} beside {_plays(main or {})}, settle does not"
    return ""


def _added_limit(request: Request, bet: Request, main: Request) -> Request | None:
    told = request["settle"]
    head = {key: value for key, value in request.items() if key != "settle"}
    if "stake_in_play" in main and not _plays(main):
        return None
    bets = [{"bet": "main", "stake": _number(_plays(main))}, {"bet": bet["bet"], "stake": _number(bet["stake"])}]
    if bet["bet"] in INSURANCES:
        up = told.get("dealer") or [told.get("dealer_up") or told.get("base_card")]
        if not up or up[0] is None:
            return None
        return {**head, "limit": {"case": "insurance", "dealer": up[:1], "bets": bets}}
    hands = [hand if isinstance(hand, list) else hand.get("cards", []) for hand in told.get("hands", ())]
    cards = told.get("player") or next((cards for cards in hands if len(hands) == 1), None)
    if not cards or "split" in {each["bet"] for each in told["bets"]}:
        return None
    limits = {"maximum": told["maximum"]} if "maximum" in told else {}
    return {**head, "limit": {"case": "double", "player": cards[:2], "bets": bets, **limits}}


# ── many of them ─────────────────────────────────────────────────────────────────────────────────────────────────────


def disagreements(count: int, seed: str, names: tuple[str, ...] = SETTLED) -> Iterator[tuple[str, str, Request]]:
    """So many random rounds, game after game: those in which the answers contradict each other."""
    rng = random.Random(seed)
    with_rounds = [name for name in names if rounds(name)]
    for number in range(count):
        name = with_rounds[number * len(with_rounds) // count]
        request = random_round(name, rng)
        found = disagreement(request)
        if found:
            yield name, found, request


def main() -> None:
    count, seed = int(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "agreement"
    kinds: Counter[str] = Counter()
    for done in range(0, count, STEP):
        for name, found, request in disagreements(min(STEP, count - done), f"{seed} {done}"):
            kinds[name] += 1
            if kinds[name] <= 4:
                print(name, "|", found, "|", request, flush=True)
        print(f"{min(done + STEP, count)} rounds: {sum(kinds.values())} disagreements {dict(kinds)}", flush=True)


if __name__ == "__main__":
    main()
