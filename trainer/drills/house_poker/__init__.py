"""House poker drills: hands, pay tables, settlement, progressive prizes, and the dealer's steps.

``fits`` of each family says at which tables it is asked, so that one list serves all games.
"""

from trainer.drills.core import Family
from trainer.drills.house_poker import (
    best_five,
    dealer_exchange,
    dealer_steps,
    hand_ranks,
    pay_tables,
    prizes,
    retractable_bets,
    settlement,
    triple_shot,
    two_rulebooks,
    ultimate,
    wrong_payment,
)
from trainer.drills.regulation import irregularities, procedure

FAMILIES: tuple[Family, ...] = (
    hand_ranks.READ,
    best_five.NAME,
    best_five.WHICH,
    hand_ranks.OPENS,
    best_five.QUALIFIES,
    hand_ranks.COMPARE,
    dealer_exchange.DISCARD,
    pay_tables.ROWS,
    retractable_bets.TAKE_BACK,
    ultimate.SIZE,
    settlement.ONE,
    settlement.TABLE,
    ultimate.SETTLE,
    triple_shot.COMPLETE,
    triple_shot.PARTS,
    triple_shot.AMOUNTS,
    wrong_payment.MISPAID,
    two_rulebooks.TWO_RULEBOOKS,
    prizes.PRIZES,
    dealer_steps.NEXT,
    procedure("house-poker"),
    irregularities("house-poker"),
)
