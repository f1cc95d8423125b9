"""What there is to drill: the games of a regulation that have drills, loaded one by one when they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Collection

import msgspec

from trainer import drills
from trainer.desk.assignment import FIRST, Assignment
from trainer.drills.core import Family
from trainer.rulebooks import GameRules, Library, RulebookError, RulebookInfo


class Offer(msgspec.Struct, frozen=True):
    """A game under a regulation, with the drills that fit it."""

    rules: GameRules
    families: tuple[Family, ...]

    def family(self, family_id: str) -> Family:
        return next(family for family in self.families if family.id == family_id)


class Offers:
    """Regulations, games and drills by id. ``drilled`` are the games with drills, ``families`` loads those of one."""

    def __init__(
        self,
        library: Library,
        families: Callable[[str], tuple[Family, ...]] = drills.families,
        drilled: Collection[str] = tuple(drills.MODULES),
    ) -> None:
        self.library = library
        self._families = families
        self._drilled = drilled

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
        return [game for game in self._drilled if game in regulated]

    def offer(self, rulebook: str, game: str, variant: str = "") -> Offer:
        """A game with the drills that fit its rules; raises `RulebookError`."""
        rules = self.library.load(rulebook, game, variant)
        return Offer(rules, tuple(family for family in self._families(game) if family.fits(rules)))

    def stands(self, assignment: Assignment) -> bool:
        """Whether an assignment can still be drilled: rulebooks and drills come and go."""
        if assignment.game not in self.games(assignment.rulebook):
            return False
        try:
            offer = self.offer(assignment.rulebook, assignment.game, assignment.variant)
        except RulebookError:
            return False
        levels = {family.id: len(family.levels) for family in offer.families}
        return 1 <= assignment.level <= levels.get(assignment.family, 0)

    def suggestion(self, rulebook: str, last: Assignment | None) -> Assignment | None:
        """What to drill now under a regulation: what was drilled last if it can be, else the first drill."""
        if last is not None and last.rulebook == rulebook and self.stands(last):
            return last
        return self.first(rulebook)

    def first(self, rulebook: str) -> Assignment | None:
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
                return Assignment(rulebook=rulebook, game=game, family=offer.families[0].id)
        return None
