"""Rules of a house that travel with an assignment or a race, so that laptops without its files can use them."""

from __future__ import annotations

from trainer.games import game
from trainer.rulebooks import GameRules, RulebookError
from trainer.rulebooks.archive import HOUSE_WAY, archived, rules_from
from trainer.rulebooks.problems import Fault, wrong
from trainer.runs.offers import Offer, Offers
from trainer.runs.plan import Plan
from trainer.system.digests import sha256


def digest_of_rules(data: bytes) -> str:
    """The digest by which shared rules are named."""
    return sha256(data).hexdigest()[:32]


def rules_to_share(offer: Offer, plan: Plan) -> bytes:
    """The archive of a plan's rules; empty if they are shipped and every laptop has them."""
    return b"" if offer.is_tried and HOUSE_WAY not in plan.options else archived(offer.rules)


def use_shared_rules(offers: Offers, plan: Plan, data: bytes) -> None:
    """Ask the questions of this plan under shared rules; raises `RulebookError` if this program cannot."""
    offers.lend(plan, _usable_rules(plan, data))


def _usable_rules(plan: Plan, data: bytes) -> GameRules:
    rules = rules_from(data, plan.rulebook, plan.variant, plan.options)
    try:
        problems = list(game(plan.game).check(rules)) if rules.game == plan.game else [("", wrong("archive-damaged"))]
    except Exception as error:  # rules of another version may break anything
        problems = [("", wrong("unusable", reason=f"{type(error).__name__}: {error}"[:200]))]
    if problems:
        raise RulebookError([Fault(plan.rulebook, key, problem) for key, problem in problems])
    return rules
