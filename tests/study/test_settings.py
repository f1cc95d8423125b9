"""What a trainee has set stays, also where a part of it cannot be read."""

from __future__ import annotations

import pytest

from trainer.records.store import Store
from trainer.study.settings import Settings, Unlocking, keep_settings, settings_of


@pytest.mark.parametrize("strange", ['"unlocking": "newer"', '"new-facts-a-day": "ten"', '"reviews-a-day": []'])
def test_own_drills_and_houses_survive_what_cannot_be_read_beside_them(strange: str) -> None:
    with Store(None) as store:
        ana = store.add_profile("Ana").id
        store.set_settings(ana, f'{{"own": {{"mine": "plan"}}, {strange}, "houses": {{"arica/craps": {{"a": "b"}}}}}}')
        assert settings_of(store, ana) == Settings(own={"mine": "plan"}, houses={"arica/craps": {"a": "b"}})


@pytest.mark.parametrize("strange", ["", "{", "[]", '{"own": ' * 5000])
def test_what_is_no_document_is_as_if_nothing_were_set(strange: str) -> None:
    with Store(None) as store:
        ana = store.add_profile("Ana").id
        store.set_settings(ana, strange)
        assert settings_of(store, ana) == Settings()


def test_what_is_set_is_kept() -> None:
    with Store(None) as store:
        ana = store.add_profile("Ana").id
        wanted = Settings(unlocking=Unlocking.STRICT, reviews_a_day=0, own={"mine": "plan"})
        keep_settings(store, ana, wanted)
        assert settings_of(store, ana) == wanted
