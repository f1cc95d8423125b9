"""Void or correct items for everybody who had them.

A correction is a fact about an item, so it cannot be made for one candidate alone.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from datetime import datetime

import msgspec

from trainer.exams.errors import refused
from trainer.exams.keys import PrivateKey
from trainer.exams.result import Correction, SealedResult
from trainer.exams.seals import NothingToRegradeError, regraded
from trainer.exams.staff import SignedIn
from trainer.texts import Message


class Corrections(msgspec.Struct, frozen=True, kw_only=True):
    """Items of one result that two people void or correct, with the reason and the article."""

    by: SignedIn
    second: SignedIn
    reason: str
    cite: str
    voided: Sequence[int] = ()
    corrected: Sequence[Correction] = ()
    appeal: bool = False

    def items_of(self, found: SealedResult) -> dict[int, str]:
        """The corrected items by their number in a result; raises `RefusedError` if it has no such number."""
        items = found.result.paper.items
        numbers = (*self.voided, *(each.item for each in self.corrected))
        for number in numbers:
            if not 1 <= number <= len(items):
                raise refused("no-item", item=number)
        return {number: found.result.paper.item(number).item for number in numbers}

    def applied(
        self, found: SealedResult, others: Sequence[SealedResult], key: PrivateKey, now: datetime
    ) -> list[SealedResult]:
        """New results of all who had the items, that of ``found`` first; raises `NothingToRegradeError` if its own
        marks stay."""
        items, made = self.items_of(found), []
        for one in (found, *others):
            numbers = {item.item: item.number for item in one.result.paper.items}
            voids = [numbers[items[number]] for number in self.voided if items[number] in numbers]
            corrections = [
                msgspec.structs.replace(each, item=numbers[items[each.item]])
                for each in self.corrected
                if items[each.item] in numbers
            ]
            if voids or corrections:
                with contextlib.suppress(NothingToRegradeError):
                    new = regraded(
                        one,
                        self.by,
                        self.reason,
                        key,
                        now,
                        voided=voids,
                        corrected=corrections,
                        cite=self.cite,
                        second=self.second,
                        appeal=self.appeal and one is found,
                        follows=one is not found,
                    )
                    made.append(new)
        if not made or made[0].result.header != found.result.header:
            raise NothingToRegradeError(Message("exams.refused.nothing-to-regrade"))
        return made
