"""How a payment is worked out, and why a bet wins or loses, from the settlement of the round."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from trainer.desk.screens.live.texts import ActWords
from trainer.desk.style.style import Style
from trainer.equipment.odds import Odds, OddsKind
from trainer.games.core import BetResult, RequestError
from trainer.games.round import Act
from trainer.live.letters import kind_of
from trainer.live.table import LiveTable
from trainer.texts import say
from trainer.texts.messages import has_message, text

_MOST_TERMS = 4  # more are no help in one line
_OUTCOMES = frozenset({"table.reason.pays", "table.reason.bet-pays"})  # how much, not why


def settled(table: LiveTable, act: Act) -> list[BetResult]:
    """The bets that an act on money concerns, settled; empty before the result is known."""
    try:
        results = table.round.settlement(table.state).bets
    except (RequestError, NotImplementedError):
        return []
    return [
        each
        for each in results
        if each.bet.seat == act.seat and act.bet in ("", each.bet.bet) and act.on in (None, each.bet.on)
    ]


def payment_working(table: LiveTable, act: Act, style: Style) -> str:
    """A payment as stakes times odds: ``5.000 × 17``, ``40 − 2``; at roulette in the player's chips. Empty for other
    acts, if the bets are not paid by plain odds, and if there would be too many terms."""
    if act.do != "pay":
        return ""
    unit = table.guests[act.seat].unit if kind_of(table.rules) == "roulette" and act.seat in table.guests else 1
    stakes: dict[tuple[Fraction, Fraction], Fraction] = {}
    for odds, stake in _paid(settled(table, act)):
        key = Fraction(odds.win), Fraction(odds.stake)
        stakes[key] = stakes.get(key, Fraction(0)) + stake / unit
    total = sum((stake * win / to for (win, to), stake in stakes.items()), Fraction(0)) * unit
    fee = total - Fraction(act.amount or 0)
    if not stakes or len(stakes) > _MOST_TERMS or fee != Fraction(act.facts.get("commission") or 0):
        return ""
    number = style.language
    words = " + ".join(
        say(stake, number) + (f" × {say(win, number)}" if win != 1 or not fee else "") + (f" ÷ {to}" if to != 1 else "")
        for (win, to), stake in sorted(stakes.items())
    )
    if fee:
        words = f"{words} − {say(fee, number)}"
    if unit == 1:
        return words
    return style.text("live.working.pieces", terms=words, count=total / unit, value=unit)


def instruction(table: LiveTable, words: ActWords, act: Act, style: Style) -> str:
    """An act in words, with the working of a payment."""
    worked, told = payment_working(table, act, style), words.act(act, style)
    return f"{told} · {worked}" if worked else told


def _paid(results: list[BetResult]) -> Iterator[tuple[Odds, Fraction]]:
    """Odds and stake of the bets that are paid."""
    for result in results:
        for reason in result.reasons:
            odds, stake = reason.params.get("odds"), reason.params.get("stake")
            if result.pays and isinstance(odds, Odds) and odds.kind is OddsKind.TO and stake is not None:
                yield odds, Fraction(stake)
                break


def why(table: LiveTable, act: Act, style: Style) -> list[str]:
    """Why the bets that an act on money concerns win or lose, a sentence each; empty for other acts."""
    if act.do not in ("pay", "take", "give-back") or act.seat is None:
        return []
    area, found = kind_of(table.rules), list[str]()
    for result in settled(table, act):
        for reason in result.reasons:
            name = reason.rule if "." in reason.rule else f"{area}.reason.{reason.rule}"
            if name not in _OUTCOMES and has_message(name):
                sentence = text(name, style.language, **reason.params)
                found += [sentence] if sentence not in found else []
    return found
