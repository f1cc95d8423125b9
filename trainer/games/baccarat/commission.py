"""The commission on winning bank bets: kept from the payment at once, or marked in the player's box as a debt."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

import msgspec

from trainer.equipment.money import Amount
from trainer.games.baccarat.figures import baccarat
from trainer.games.core import Reason, RequestError
from trainer.games.percent_taken import percent_taken
from trainer.rulebooks.schema import Citation, GameRules

Way = Literal["at-once", "marked"]


class Terms(msgspec.Struct, frozen=True):
    """The rate in force, the way it is taken, and where that stands."""

    percent: Fraction
    way: Way
    cite: Citation

    def of(self, rules: GameRules, winnings: Amount) -> Amount:
        """What the house keeps of some winnings; the part paid out is what is rounded."""
        return winnings - rules.money(winnings - winnings * self.percent / 100)

    def reason(self, winnings: Amount, commission: Amount) -> Reason:
        params = {"percent": self.percent, "winnings": winnings, "commission": commission}
        return Reason("commission-marked" if self.way == "marked" else "commission-at-once", params, self.cite)


def terms(rules: GameRules, percent: Amount | None = None, way: Way | None = None) -> Terms | None:
    """The commission of a game: what was asked for, else the house's option, else the regulation; `None` if free."""
    commission = baccarat(rules).commission
    if commission is None:
        if percent:
            raise RequestError("commission_percent", "no commission is taken in this game")
        return None
    if way == "marked" and "commission-paid" not in rules.options:
        raise RequestError("commission", "is taken when the bet is paid at this table, never marked")
    rate = percent_taken(rules, "commission", "commission_percent", percent, commission.percent)
    chosen: Way = "marked" if (way or rules.chosen.get("commission-paid")) == "marked" else "at-once"
    return Terms(rate, chosen, commission.cite)
