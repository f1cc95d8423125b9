"""What there is to drill: the games of a regulation that have drills, loaded one by one when they are asked for."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

import msgspec

from trainer import catalogue, drills
from trainer.drills.core import Family
from trainer.games.rules import load_rules, unusable
from trainer.rulebooks import Fault, GameRules, Library, RulebookError, RulebookInfo
from trainer.rulebooks.library import GENERAL
from trainer.runs.plan import FIRST, Kind, Plan, PlanError, drill_plan
from trainer.study.behaviours import BEHAVIOURS
from trainer.texts import Message


class Offer(msgspec.Struct, frozen=True, dict=True):
    """A game under a regulation, with the drills that fit it."""

    rules: GameRules
    is_tried: bool = True  # the drills of shipped rules are; those of a school's are tried before they are offered

    @cached_property
    def families(self) -> tuple[Family, ...]:
        """Every drill that fits, in the order they are taught."""
        return tuple(family for family in drills.families(self.rules.game) if self._fits(family))

    def _fits(self, family: Family) -> bool:
        return family.fits(self.rules) if self.is_tried else not drills.drill_problem(family, self.rules)

    def family(self, family_id: str) -> Family:
        """One of them, for which the others need not be loaded; `KeyError` if there is none of that name."""
        found = drills.family(self.rules.game, family_id)
        if not self._fits(found):
            raise KeyError(f"{family_id} does not fit {self.rules.rulebook}")
        return found

    def planned(self, family_id: str, level: int) -> Family:
        """The drill that a plan names; raises `PlanError` if there is none of that name or level (any more)."""
        try:
            found = self.family(family_id)
        except KeyError:
            known = [family.id for family in self.families]
            raise PlanError(Message("sessions.plan.no-drill", {"drill": family_id, "known": known})) from None
        if not 1 <= level <= len(found.levels):
            raise PlanError(Message("sessions.plan.no-level", {"drill": family_id, "most": len(found.levels)}))
        return found


class Offers:
    """Regulations, games and drills by id."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self._offers: dict[tuple[str, str, str, tuple[tuple[str, str], ...]], Offer] = {}
        self._given_up: dict[tuple[str, str], RulebookError] = {}

    def rulebooks(self) -> list[str]:
        return self.library.rulebooks()

    def regulation(self, wanted: str) -> str:
        """The regulation to show: the wanted one if it is there, else that of the first drill; empty without any."""
        known = self.rulebooks()
        if wanted in known:
            return wanted
        return FIRST.rulebook if FIRST.rulebook in known else next(iter(known), "")

    def book(self, rulebook: str) -> RulebookInfo:
        """The regulation itself; raises `RulebookError`."""
        return self.library.book(rulebook)

    def games(self, rulebook: str) -> list[str]:
        """Games of the regulation that have drills, in the order they are taught, whether or not they can be read."""
        regulated = self.library.games(rulebook)
        if regulated and self.library.has(rulebook, GENERAL):  # no game, but the trade is drilled under its rules
            regulated.append(GENERAL)
        return [game for game in catalogue.DRILLED if game in regulated]

    def offer(self, rulebook: str, game: str, variant: str = "", options: Mapping[str, str] | None = None) -> Offer:
        """A game with the drills that fit its rules; raises `RulebookError`."""
        if (rulebook, game) in self._given_up:
            raise self._given_up[rulebook, game]
        rules = load_rules(self.library, rulebook, game, variant, options)
        table = (rulebook, game, variant, tuple(sorted((options or {}).items())))
        if table not in self._offers:  # a school's drills are tried once
            self._offers[table] = Offer(rules, is_tried=self.library.is_shipped(rulebook, game))
        return self._offers[table]

    def give_up(self, rulebook: str, game: str, error: Exception) -> Fault | None:
        """A school's game that could not be shown is faulty from now on, whatever was wrong with it: gives the fault.

        One of ours that could not be shown is our failure, and no fault of a file. Both are written down.
        """
        found = unusable(self.library, rulebook, game, error)
        if self.library.is_shipped(rulebook, game):
            return None
        self._given_up[rulebook, game] = found
        return found.faults[0]

    def stands(self, plan: Plan) -> bool:
        """Whether a drill can still be asked: rulebooks, drills and behaviours come and go."""
        is_drill = plan.kind is Kind.DRILL and not plan.dealt and plan.behaviour in BEHAVIOURS
        if not is_drill or plan.game not in self.games(plan.rulebook):
            return False
        try:
            self.offer(plan.rulebook, plan.game, plan.variant, plan.options).planned(plan.family, plan.level)
        except (RulebookError, PlanError):
            return False
        return True

    def suggestion(self, rulebook: str, last: Plan | None) -> Plan | None:
        """What to drill now under a regulation: what was drilled last if it can be, else the first drill."""
        if last is not None and last.rulebook == rulebook and self.stands(last):
            return last
        return self.first(rulebook)

    def first(self, rulebook: str) -> Plan | None:
        """The drill to begin with under a regulation, of the best-known game it has; nothing if it has none."""
        if rulebook == FIRST.rulebook and self.stands(FIRST):
            return FIRST
        best_known = FIRST.game.partition("-")[0]
        for game in sorted(self.games(rulebook), key=lambda game: not game.startswith(best_known)):
            try:
                offer = self.offer(rulebook, game)
            except RulebookError:
                continue
            if offer.families:
                return drill_plan(rulebook, game, offer.families[0].id)
        return None
