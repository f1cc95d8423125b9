"""Registration of the house poker games that differ only in their rulebooks.

Caribbean stud and three card poker are played against the croupier's hand. In let it ride and go poker two of three
equal bets may be taken back. In ultimate Texas hold'em a player may raise more the earlier he does it. A progressive
jackpot is a bet on the player's own hand that is paid out of a pot.
"""

from __future__ import annotations

from trainer.games.core import Game
from trainer.games.house_poker.game import house_poker_game
from trainer.games.house_poker.long_edges import long_key
from trainer.games.house_poker.pull_back_edges import pull_back_edges
from trainer.games.house_poker.round import HousePokerRound
from trainer.games.house_poker.table_edges import own_hand_edges
from trainer.games.house_poker.three_card_edges import three_card_edges
from trainer.games.stored_edges import stored_or_computed

GAMES: dict[str, Game] = {
    "caribbean-stud": house_poker_game(
        "caribbean-stud",
        edges=stored_or_computed("caribbean-stud", own_hand_edges, long_key),
        live=HousePokerRound,
    ),
    "three-card-poker": house_poker_game(
        "three-card-poker",
        edges=stored_or_computed("three-card-poker", three_card_edges),
        live=HousePokerRound,
    ),
    "let-it-ride": house_poker_game("let-it-ride", edges=stored_or_computed("let-it-ride", pull_back_edges)),
    "go-poker": house_poker_game("go-poker", edges=stored_or_computed("go-poker", pull_back_edges)),
    "ultimate-texas-holdem": house_poker_game(
        "ultimate-texas-holdem", edges=stored_or_computed("ultimate-texas-holdem", own_hand_edges, long_key)
    ),
    "progressive-jackpot": house_poker_game("progressive-jackpot"),
}
