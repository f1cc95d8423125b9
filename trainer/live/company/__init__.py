"""The simulated surroundings of the dealer: players, ball, dice and shoe, one module for each family of games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trainer.games.baccarat.round import BaccaratRound
from trainer.games.blackjack.round import BlackjackRound
from trainer.games.core import RequestError
from trainer.games.craps.round import CrapsRound
from trainer.games.house_poker.round import HousePokerRound
from trainer.games.pai_gow.round import PaiGowPokerRound
from trainer.games.roulette.round import RouletteRound
from trainer.live.company.baccarat import BaccaratCompany
from trainer.live.company.base import Company
from trainer.live.company.blackjack import BlackjackCompany
from trainer.live.company.craps import CrapsCompany
from trainer.live.company.house_poker import HousePokerCompany
from trainer.live.company.pai_gow import PaiGowCompany
from trainer.live.company.roulette import RouletteCompany

if TYPE_CHECKING:
    from trainer.live.table import LiveTable

COMPANIES: dict[type, type[Company]] = {
    RouletteRound: RouletteCompany,
    BlackjackRound: BlackjackCompany,
    BaccaratRound: BaccaratCompany,
    CrapsRound: CrapsCompany,
    HousePokerRound: HousePokerCompany,
    PaiGowPokerRound: PaiGowCompany,
}


def company_for(table: LiveTable) -> Company:
    """The company of a table; raises `RequestError` if the game cannot be run live yet."""
    for kind, company in COMPANIES.items():
        if isinstance(table.round, kind):
            return company(table)
    raise RequestError("game", f"{table.rules.game} cannot be run at the live table yet")
