"""Items split into columns and joined again, ids and times."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trainer.drills.core import Item
from trainer.records.attempts import from_milliseconds, id_time, join_item, make_id, split_item, to_milliseconds

names = st.from_regex(r"[a-z][a-z0-9-]{0,20}", fullmatch=True)
items = st.builds(
    Item,
    family=names,
    level=st.integers(1, 99),
    rulebook=names,
    game=names,
    version=st.from_regex(r"[0-9]\+[0-9a-f]{8}", fullmatch=True),
    seed=st.integers(0, 2**63 - 1),
    variant=st.one_of(st.just(""), names),
    options=st.dictionaries(names, names, max_size=3),
    dealt=st.sampled_from(["", "17", "00", "6-2", "9S 4D KD 2C"]),
    revision=st.integers(1, 12),
)


@given(items)
def test_splitting_and_joining_an_item_loses_nothing(item: Item) -> None:
    parts = split_item(str(item))
    assert (parts.level, parts.seed, parts.dealt.replace(",", " ")) == (item.level, item.seed, item.dealt)
    assert Item.parse(join_item(*parts)) == item


@pytest.mark.parametrize(
    "text",
    [
        "",
        "pay-the-layout/3 baleares/roulette-french@1",
        "pay-the-layout baleares/roulette-french@1 #7",
        "pay-the-layout/03 baleares/roulette-french@1 #7",
        "pay-the-layout/3 baleares/roulette-french@1 #-7",
        f"pay-the-layout/3 baleares/roulette-french@1 #{2**63}",
        "pay-the-layout/3 baleares/roulette-french@1 #0=17",
        "pay-the-layout/3 baleares/roulette-french@1 #7=",
        "pay-the-layout/3 baleares/roulette-french@1 =",
    ],
)
def test_text_that_is_not_an_item_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not an item's text"):
        split_item(text)


@given(st.integers(0, 2**47))
def test_ids_are_version_7_and_begin_with_their_time(milliseconds: int) -> None:
    attempt_id = make_id(milliseconds)
    assert (attempt_id.version, attempt_id.variant) == (7, "specified in RFC 4122")
    assert id_time(attempt_id.bytes) == milliseconds


@given(st.integers(0, 2**45))
def test_times_are_stored_to_the_millisecond(milliseconds: int) -> None:
    assert to_milliseconds(from_milliseconds(milliseconds)) == milliseconds
