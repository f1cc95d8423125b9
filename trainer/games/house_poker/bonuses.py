"""Payments without their own stake: a bonus on another bet, and what a jackpot prize brings the other seats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trainer.equipment.money import ZERO, Amount
from trainer.games.core import BetResult, Outcome, Reason, Settlement
from trainer.games.house_poker.booking import Duel, duel
from trainer.games.house_poker.described_round import Key, Place, Told
from trainer.games.house_poker.figures import bet_figures
from trainer.games.house_poker.hands import paid_row
from trainer.rulebooks.schema import GameRules


def bonus_reasons(rules: GameRules, facts: Mapping[str, Any], seat: int | None = None) -> tuple[Reason, ...]:
    """Why each bonus of a round is paid, or each of one seat."""
    found = []
    for each in facts.get("bonus", ()):
        if seat not in (None, each.get("seat")):
            continue
        rule = rules.bets[each["bet"]]
        found.append(Reason("bonus-paid", {"bet": rule.names, "pays": each["pays"]}, rule.cite))
    return tuple(found)


def bonus_of(settled: Settlement, seat: int | None) -> Amount:
    """What a seat receives without a stake."""
    return sum((each["pays"] for each in settled.facts.get("bonus", ()) if each.get("seat") == seat), ZERO)


def bonuses(rules: GameRules, told: Told, results: Mapping[tuple[Key, str], BetResult]) -> dict[str, Any]:
    """The bonuses of a round as facts, in the order of the places; nothing where there are none.

    Where fixed prizes come from the table and only the meter from its reserve, it is also told how much each pays.
    """
    found: list[dict[str, Any]] = []
    for name in rules.bets:
        figures = bet_figures(rules, name)
        for place in sorted(told.places, key=lambda place: (place.key[0] or 0, place.key[1] or 0)):
            pays = ZERO
            if figures.kind == "bonus":
                pays = _on_a_bet(rules, told, place, name)
            elif figures.kind == "envy":
                pays = _for_others(rules, told, place, name, results)
            if pays:
                seat = {} if place.key[0] is None else {"seat": place.key[0]}
                found.append({"bet": name, "on": figures.on, **seat, "pays": pays})
    facts: dict[str, Any] = {"bonus": found} if found else {}
    return facts | _purses(rules, results, sum((each["pays"] for each in found if each["on"] != "ante"), ZERO))


def _on_a_bet(rules: GameRules, told: Told, place: Place, name: str) -> Amount:
    figures, rule = bet_figures(rules, name), rules.bets[name]
    hand = place.hands.get(f"{figures.ranking}:{figures.cards}")
    if place.folded or hand is None or figures.on not in place.bets or figures.needs not in (*place.bets, ""):
        return ZERO
    if figures.when == "not-beaten" and duel(rules, told, place) in (Duel.DEALER, Duel.WAITS):
        return ZERO
    row = paid_row(hand, rule.pay_table)
    return rules.pays(rule.pay_table[row], place.bets[figures.on].stake) if row else ZERO


def _for_others(
    rules: GameRules, told: Told, place: Place, name: str, results: Mapping[tuple[Key, str], BetResult]
) -> Amount:
    """What the prizes of all other seats bring this one, if it has the bet too."""
    figures = bet_figures(rules, name)
    if figures.on not in place.bets or results[place.key, figures.on].result is Outcome.VOID:
        return ZERO
    rows = [
        results[other.key, figures.on].facts.get("row", "")
        for other in told.places
        if other.key != place.key and figures.on in other.bets
    ]
    return sum((figures.prizes.get(row, ZERO) for row in rows), ZERO)


def _purses(rules: GameRules, results: Mapping[tuple[Key, str], BetResult], more: Amount) -> dict[str, Any]:
    reserve = bank = ZERO
    for (_, name), result in results.items():
        meter = bet_figures(rules, name).meter
        row = result.facts.get("row", "")
        if meter is None or meter.fixed_from != "house" or row not in meter.prizes:
            continue
        if meter.prizes[row].share is None:
            bank += result.pays
        else:
            reserve += result.pays
    if not reserve and not bank:
        return {}
    return {"from_reserve_account": reserve, "from_table_bank": bank + more}
