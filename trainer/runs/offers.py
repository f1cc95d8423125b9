"""What can be drilled: the games of each regulation that have drills, loaded when they are first needed."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import cached_property
from typing import TypeAlias

import msgspec

from trainer import catalogue, drills
from trainer.drills.core import Family
from trainer.games.rules import load_rules, unusable
from trainer.rulebooks import Fault, GameRules, Library, RulebookError, RulebookInfo
from trainer.rulebooks.library import GENERAL
from trainer.runs.plan import FIRST, Kind, Plan, PlanError, drill_plan
from trainer.study.behaviours import BEHAVIOURS
from trainer.texts import Message

_Table: TypeAlias = tuple[str, str, str, tuple[tuple[str, str], ...]]  # rulebook, game, variant, options


class Offer(msgspec.Struct, frozen=True, dict=True):
    """A game under a regulation, with the drills that fit it."""

    rules: GameRules
    is_tried: bool = (
        True  # shipped rules are tested; the drills of a school's own rules are tried before they are offered
    )

    @cached_property
    def families(self) -> tuple[Family, ...]:
        """Every drill that fits, in the order in which they are taught."""
        return tuple(family for family in drills.families(self.rules.game) if self._fits(family))

    def _fits(self, family: Family) -> bool:
        return family.fits(self.rules) if self.is_tried else not drills.drill_problem(family, self.rules)

    def family(self, family_id: str) -> Family:
        """One drill by id, without loading the others; raises `KeyError` if it does not exist or does not fit."""
        found = drills.family(self.rules.game, family_id)
        if not self._fits(found):
            raise KeyError(f"{family_id} does not fit {self.rules.rulebook}")
        return found

    def planned(self, family_id: str, level: int) -> Family:
        """The drill that a plan names; raises `PlanError` if the drill or the level does not exist (any more)."""
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
        self._offers: dict[_Table, Offer] = {}
        self._unusable: dict[tuple[str, str], RulebookError] = {}
        self._lent: dict[tuple[_Table, str], Offer] = {}  # by table and assignment; empty for none

    def rulebooks(self) -> list[str]:
        return self.library.rulebooks()

    def regulation(self, wanted: str) -> str:
        """The wanted regulation if it exists, else that of the first drill; empty if there is none."""
        known = self.rulebooks()
        if wanted in known:
            return wanted
        return FIRST.rulebook if FIRST.rulebook in known else next(iter(known), "")

    def book(self, rulebook: str) -> RulebookInfo:
        """The regulation itself; raises `RulebookError`."""
        return self.library.book(rulebook)

    def games(self, rulebook: str) -> list[str]:
        """Games of the regulation that have drills, in teaching order, including those whose files are faulty."""
        regulated = self.library.games(rulebook)
        if regulated and self.library.has(rulebook, GENERAL):  # not a game, but it has drills
            regulated.append(GENERAL)
        return [game for game in catalogue.DRILLED if game in regulated]

    def offer(self, rulebook: str, game: str, variant: str = "", options: Mapping[str, str] | None = None) -> Offer:
        """A game with the drills that fit its rules; raises `RulebookError`."""
        table = (rulebook, game, variant, tuple(sorted((options or {}).items())))
        return self._lent.get((table, "")) or self._own_offer(table)

    def _own_offer(self, table: _Table) -> Offer:
        """A game under the rules of this laptop's own files; raises `RulebookError`."""
        rulebook, game, variant, options = table
        if (rulebook, game) in self._unusable:
            raise self._unusable[rulebook, game]
        rules = load_rules(self.library, rulebook, game, variant, dict(options))
        if table not in self._offers:  # the drills of a school are tried once
            self._offers[table] = Offer(rules, is_tried=self.library.is_shipped(rulebook, game))
        return self._offers[table]

    def offer_of(self, plan: Plan) -> Offer:
        """The table of a plan, under the rules that came with its assignment, never under those of another assignment;
        raises `RulebookError`."""
        table = _table(plan)
        return self._lent.get((table, plan.assignment)) or self._own_offer(table)

    def lend(self, plan: Plan, rules: GameRules) -> None:
        """Use rules from elsewhere for a plan: those of its assignment or race only for that one, because two houses
        may have the same name, and also without an assignment if this laptop has no such house. Shipped rules are
        never replaced."""
        has_own = self.library.has(plan.rulebook, plan.game)
        if has_own and self.library.is_shipped(plan.rulebook, plan.game):
            return
        offer = Offer(rules, is_tried=False)
        self._lent[_table(plan), plan.assignment] = offer
        if not has_own:
            self._lent[_table(plan), ""] = offer

    def mark_unusable(self, rulebook: str, game: str, error: Exception) -> Fault | None:
        """Remember that a school's game cannot be shown, whatever the error was, and return the problem.

        An error in a shipped game is our bug and not a problem of a file: it returns `None`. Both are written to a
        crash report.
        """
        found = unusable(self.library, rulebook, game, error)
        if self.library.is_shipped(rulebook, game):
            return None
        self._unusable[rulebook, game] = found
        return found.faults[0]

    def can_ask(self, plan: Plan) -> bool:
        """Whether the drill of a plan can still be asked: rulebooks, drills and behaviours may disappear."""
        is_drill = plan.kind is Kind.DRILL and not plan.dealt and plan.behaviour in BEHAVIOURS
        if not is_drill or plan.game not in self.games(plan.rulebook):
            return False
        try:
            self.offer(plan.rulebook, plan.game, plan.variant, plan.options).planned(plan.family, plan.level)
        except (RulebookError, PlanError):
            return False
        return True

    def suggestion(self, rulebook: str, last: Plan | None, game: str = "") -> Plan | None:
        """What to drill now under a regulation: the last drill if it can still be asked, else the first one; of
        ``game``, if it is given and has drills."""
        is_of_game = last is not None and game in ("", last.game)
        if last is not None and is_of_game and last.rulebook == rulebook and self.can_ask(last):
            return last
        if game in self.games(rulebook):
            with suppress(RulebookError):
                if families := self.offer(rulebook, game).families:
                    return drill_plan(rulebook, game, families[0].id)
        return self.first(rulebook)

    def first(self, rulebook: str) -> Plan | None:
        """The first drill under a regulation, of its best-known game; `None` if it has none."""
        if rulebook == FIRST.rulebook and self.can_ask(FIRST):
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


def _table(plan: Plan) -> _Table:
    return plan.rulebook, plan.game, plan.variant, tuple(sorted(plan.options.items()))
