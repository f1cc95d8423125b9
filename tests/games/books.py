"""Whether the books of a settled round balance: what every answer must add up to, whatever its game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

Answer = Mapping[str, Any]
ZERO = Fraction(0)


def unbalanced(request: Answer, answer: Answer) -> list[str]:
    """Every sum of a settled round that does not come out, in words."""
    told = request["settle"]
    found = [fault for bet in answer["bets"] for fault in _bet(bet, several="rolls" in told)]
    return [*found, *_round(told, answer), *_bank(told, answer), *_pots(told, answer), *_shared(answer)]


def money(value: Any) -> Fraction:
    """An amount as it is printed."""
    return Fraction(str(value))


def _sum(parts: Iterable[Any]) -> Fraction:
    return sum(map(money, parts), ZERO)


def _same(what: str, one: Fraction, other: Fraction) -> Iterator[str]:
    if one != other:
        yield f"{what}: {one} and {other}"


def _bet(bet: Answer, several: bool) -> Iterator[str]:
    """A stake is lost, goes back or stays; the house pays nobody who lost, and takes from nobody whose bet is void.

    Over ``several`` throws a bet may have won before it is lost.
    """
    pays, loses, returned, stays = (money(bet.get(key, 0)) for key in ("pays", "loses", "returned", "stays"))
    name = f"{bet['bet']} of {bet.get('stake', 0)}"
    yield from _same(f"the stake of {name}", money(bet.get("stake", 0)), loses + returned + stays)
    if min(pays, loses, returned, stays) < 0:
        yield f"{name} is paid or takes less than nothing"
    wrong = {
        "win": False,
        "lose": bool(pays) or (bool(bet.get("stake")) and not loses),
        "push": bool(pays or loses or stays),
        "void": bool(pays or loses or stays),
        "stand": bool(bet.get("stake")) and not stays,
    }
    if wrong[bet["result"]]:
        yield f"{name} is a {bet['result']}, and pays {pays}, loses {loses}, returns {returned}, leaves {stays}"


def _round(told: Answer, answer: Answer) -> Iterator[str]:
    paid = _sum(bet["pays"] for bet in answer["bets"]) + _sum(each["pays"] for each in answer.get("bonus", ()))
    if answer["bets"] and "drawn" not in told:  # bingo's winners have no stake: their prizes are counted below
        yield from _same("all that is paid", money(answer["total_payout"]), paid)
    if "house_takes" in answer:
        lost = _sum(bet["loses"] for bet in answer["bets"])
        yield from _same("what the house takes", money(answer["house_takes"]), lost)
        yield from _same("the players' result", money(answer["net"]), paid - lost)


def _bank(told: Answer, answer: Answer) -> Iterator[str]:
    """What a bank wins the players lose, but for what the house keeps of it."""
    results = answer.get("banker_result")
    lost = _sum(bet["loses"] for bet in answer["bets"]) - _sum(bet["pays"] for bet in answer["bets"])
    if results is not None and answer["bets"]:
        won = _sum(results.values()) if isinstance(results, dict) else money(results) + money(answer["deduction"])
        yield from _same("what the bank wins", won, lost)
    if isinstance(results, dict):
        won = _sum(results.values())
        yield from _same("what the bank keeps", money(answer["banker_net"]), won - money(answer["deduction"]))
    if "bank_after" in answer:
        after = money(told["bank"]) + money(results)
        yield from _same("the bank after the coup", money(answer["bank_after"]), after)
    if "centre" in answer:
        kept = [answer.get(key, 0) for key in ("to_bank", "to_co_bank", "to_table_inventory", "bank_commission")]
        given = [answer.get(key, 0) for key in ("collected_from_bank", "from_table_inventory")]
        yield from _same("the centre", _sum([answer["centre"], *given]), _sum([answer["paid"], *kept]))


def _pots(told: Answer, answer: Answer) -> Iterator[str]:
    """What players put in goes to winners, to the house, or back."""
    if "pots" not in answer:
        return
    for pot in answer["pots"]:
        yield from _same("a pot", money(pot["amount"]), money(pot["rake"]) + money(pot["paid"]))
        if "shares" in pot:
            yield from _same("the shares of a pot", money(pot["paid"]), _sum(pot["shares"].values()))
    yield from _same("the pots", money(answer["total"]), _sum(pot["amount"] for pot in answer["pots"]))
    yield from _same("the commission", money(answer["rake"]), _sum(answer["rakes"]))
    if "paid" in told:
        back = _sum(answer.get("returned", {}).values())
        yield from _same("what was put in", _sum(told["paid"].values()), money(answer["total"]) + back)


def _shared(answer: Answer) -> Iterator[str]:
    """No prize is shared out beyond what it is."""
    if money(answer["total_payout"]) < 0:
        yield "less than nothing is paid"
    if "meter_left" in answer and money(answer["meter_left"]) < 0:
        yield "the meter is below nothing"
