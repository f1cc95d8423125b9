"""A trainee's records as the screens read them: settings, ledger, and the tables that were practised.

The ledger is read again for each screen: that takes the same time however many answers there are.
"""

from __future__ import annotations

import msgspec

from trainer.records.attempts import to_milliseconds
from trainer.records.errors import DamagedError
from trainer.records.store import Profile, Store
from trainer.rulebooks import RulebookError
from trainer.runs.house_options import house_options
from trainer.runs.offers import Offer, Offers
from trainer.runs.records_file import RecordsFile
from trainer.study.days import days_in
from trainer.study.ledger import Ledger
from trainer.study.ledger_storage import open_ledger
from trainer.study.settings import Settings, settings_of
from trainer.study.skills import Rung, path, paths
from trainer.study.standing import Standing
from trainer.study.trainee import asks_facts
from trainer.texts import Message


class TraineeRecords(msgspec.Struct, frozen=True):
    """A trainee's records at a moment."""

    store: Store
    profile: Profile
    settings: Settings
    ledger: Ledger
    now: int  # milliseconds since 1970

    @property
    def is_empty(self) -> bool:
        """Whether no answer was ever given."""
        return not self.ledger.rungs

    @property
    def today(self) -> int:
        return self.ledger.day_of(self.now)

    def standing(self, rungs: tuple[Rung, ...]) -> Standing:
        return Standing(rungs, self.ledger, self.settings)

    def places(self) -> tuple[str, ...]:
        """The tables that were practised, the latest first; then those with mistakes only."""
        last: dict[str, int] = {rung.partition(" ")[2]: 0 for rung, _ in self.ledger.open}
        for key, tally in self.ledger.rungs.items():
            place = key.partition(" ")[2]
            last[place] = max(tally.last, last.get(place, 0))
        return tuple(sorted(last, key=lambda place: -last[place]))


def read_records(recording: RecordsFile) -> TraineeRecords:
    """Read the records, opening them first if needed; raises `RecordsError` or `OSError`.

    Damaged records are repaired and read again.
    """
    try:
        return _read_once(recording)
    except DamagedError:
        recording.repair()
        return _read_once(recording)


def _read_once(recording: RecordsFile) -> TraineeRecords:
    store, profile = recording.open()
    is_new = profile not in recording.checked
    ledger = open_ledger(store, profile, days_in(None), asks_facts, looks_at_all=is_new)
    recording.checked.add(profile)
    if ledger.was_older:
        recording.notices.append(Message("study.notice.measured-again"))
    if ledger.is_whole and (taken := store.count_taken_back(profile)):  # computed anew, so they have just gone
        recording.notices.append(Message("records.notice.taken-back", {"answers": taken}))
    now = to_milliseconds(store.clock())
    return TraineeRecords(store, store.profile(profile), settings_of(store, profile), ledger, now)


def offer_at(offers: Offers, place: str, settings: Settings | None = None) -> Offer | None:
    """The drills of a table key in a trainee's house; `None` if its rules or drills no longer exist."""
    rulebook, _, rest = place.partition("/")
    game, _, variant = rest.partition(":")
    try:
        if game not in offers.games(rulebook):
            return None
        options = house_options(settings, offers.library, rulebook, game, variant) if settings else {}
        offer = offers.offer(rulebook, game, variant, options)
    except RulebookError:
        return None
    return offer if offer and offer.families else None


def rungs_of(offer: Offer) -> tuple[Rung, ...]:
    return path(offer.rules, offer.families)


def learned_rungs(reading: TraineeRecords, offers: Offers, rulebook: str, game: str) -> tuple[Rung, ...]:
    """The levels a trainee learns under a regulation: those of the games practised there, and of the chosen game."""
    wanted = [place for place in reading.places() if place.partition("/")[0] == rulebook]
    if game and not any(place.partition("/")[2].partition(":")[0] == game for place in wanted):
        wanted.append(f"{rulebook}/{game}")
    found = [offer for place in wanted if (offer := offer_at(offers, place, reading.settings))]
    return paths((offer.rules, offer.families) for offer in found)
