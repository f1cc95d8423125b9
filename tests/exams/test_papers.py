"""Attacks 1 to 10, and properties of papers: complete, balanced, no question twice, equally hard."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.exams.support import (
    CODE,
    EXAMINER,
    INVIGILATOR,
    NOW,
    SCHEMES,
    SMALL,
    candidate,
    keys,
    names,
    offers,
    office_in,
    small_paper,
)
from trainer.desk.table import Imprint, make_felt
from trainer.desk.table.arrangement import arrange
from trainer.drills import family
from trainer.exams.canonical import canonical
from trainer.exams.errors import RefusedError
from trainer.exams.keys import KeyRole
from trainer.exams.locked_paper import check_commitment, lock_paper, open_paper, read_locked
from trainer.exams.marks import judged
from trainer.exams.paper import Paper, PaperItem, commitment_of
from trainer.exams.paper_assembly import TOLERANCE, DrawRequest, borderline_skill, draw_paper, slots_of
from trainer.exams.paper_files import check_paper, paper_from_bytes, paper_to_bytes
from trainer.exams.paper_items import question_of, rules_in, to_paper_item
from trainer.exams.people import Identity
from trainer.exams.pool import offers_of
from trainer.exams.psychometrics import expected, pass_chance, skill_for
from trainer.exams.scheme import Draw, scheme_digest
from trainer.games.rules import load_rules
from trainer.rulebooks import shipped_library


def drawn(scheme_id: str, seed: str) -> Paper:
    return draw_paper(SCHEMES.load(scheme_id), DrawRequest(seed=seed, nonce=bytes(32), now=NOW, by="elena"), offers())


def with_item(paper: Paper, number: int, **changes: Any) -> Paper:
    items = list(paper.items)
    items[number - 1] = msgspec.structs.replace(items[number - 1], **changes)
    return msgspec.structs.replace(paper, items=tuple(items))


def refusal(paper: Paper) -> str:
    with pytest.raises(RefusedError) as caught:
        check_paper(paper)
        check_commitment(paper, commitment_of(small_paper()))
    return str(caught.value)


def test_a_paper_is_the_same_for_a_seed_and_another_for_another() -> None:
    first, again, other = (
        drawn("arica/roulette-initial", "1"),
        drawn("arica/roulette-initial", "1"),
        drawn("arica/roulette-initial", "2"),
    )
    assert first == again
    shared = {item.item for item in first.items} & {item.item for item in other.items}
    assert len(shared) < len(first.items) / 2


@pytest.mark.parametrize("scheme", ["arica/roulette-professional", "coquimbo/croupier", "baleares/twenty-spins"])
def test_no_question_stands_twice_and_topics_are_balanced(scheme: str) -> None:
    paper = drawn(scheme, "5")
    asked = [
        canonical(msgspec.to_builtins([item.prompt, item.scene, item.form, item.solution])) for item in paper.items
    ]
    assert len(set(asked)) == len(asked) == paper.scheme.count
    for part in paper.scheme.parts:
        # Of a topic of facts no more than half is asked, so it may have fewer than its share.
        counts = Counter(item.family for item in paper.of_part(part.id) if not item.fact)
        assert not counts or max(counts.values()) <= max(10, 2 * min(counts.values()) + 2), (part.id, counts)


def test_papers_of_a_scheme_are_equally_hard() -> None:
    scheme = SCHEMES.load("baleares/blackjack-professional")
    slots = slots_of(scheme, offers_of(scheme, offers()), {})
    skill = borderline_skill(scheme, slots)
    reference = sum(slot.reference(skill) for slot in slots)
    for seed in range(3):
        paper = drawn("baleares/blackjack-professional", str(seed))
        assert abs(expected(skill, [item.difficulty / 1000 for item in paper.items]) - reference) <= TOLERANCE


def test_the_chance_to_pass_is_exact_as_the_worked_figures_say() -> None:
    difficulties = [-2.5 + 2.8 * place / 59 for place in range(60)]
    skill = skill_for(45, difficulties)
    assert round(skill, 4) == 0.1608
    assert round(pass_chance(skill, difficulties, 45), 4) == 0.5707
    assert [round(pass_chance(skill + step, difficulties, 45), 3) for step in (-0.5, 0.5)] == [0.071, 0.958]
    harder = [difficulty + 0.01 for difficulty in difficulties]
    assert round(100 * (pass_chance(skill, difficulties, 45) - pass_chance(skill, harder, 45)), 1) == 1.3


def test_a_paper_goes_through_its_file_and_its_lock() -> None:
    paper = small_paper()
    assert paper_from_bytes(paper_to_bytes(paper)) == paper
    locked = read_locked(lock_paper(paper, CODE).to_bytes())
    assert open_paper(locked, "abcd efgh2345") == paper


def test_a_paper_is_shown_and_marked_without_the_drills() -> None:
    """The file is self-contained: texts in both languages, names of spots, rules, and how answers are compared."""
    paper = drawn("baleares/roulette-professional", "3")
    for item in paper.items:
        assert item.prompt.es and item.prompt.en and item.solution_words.es and item.reasons
        question = question_of(item, rules_in(paper, item))
        assert question.family.mark(question, item.solution).right
        assert marked_by_hand(item, item.solution)
        for mistake in item.mistakes:
            given = question.draft.form.canonical(mistake.answer)
            assert marked_by_hand(item, given) == judged(item, given)[0]


@pytest.mark.parametrize(
    ("book", "game", "drill", "level"),
    [("arica", "roulette-american", "pay-tables", 1), ("arica", "punto-banco", "procedure", 2)],
)
def test_a_paper_names_the_same_mistakes_as_the_drill(book: str, game: str, drill: str, level: int) -> None:
    rules = load_rules(shipped_library(), book, game)
    for seed in range(20):
        asked = family(game, drill).make(rules, level, seed)
        printed = question_of(to_paper_item(asked, part="", limit_ms=0, difficulty=0, rules_digest=""), rules)
        for answer in (asked.draft.solution, *(wrong for _, wrong in asked.draft.mistakes)):
            assert printed.family.mark(printed, answer) == asked.family.mark(asked, answer), (seed, answer)


def marked_by_hand(item: PaperItem, given: str) -> bool:
    """The comparison rules of FORMATS.md, by somebody who has only the file."""
    words, form = given.split(), item.form
    match form["kind"]:
        case "order":
            groups = [sorted(group.split()) for group in item.solution.split("|")]
            rest = given.replace("|", " ").split()
            for group in groups:
                if sorted(rest[: len(group)]) != group:
                    return False
                rest = rest[len(group) :]
            return not rest
        case "chips":
            pairs = [re.fullmatch(r"(\d+)x([\d.]+)", word) for word in words]
            value = sum(int(pair[1]) * float(pair[2]) for pair in pairs if pair)
            right = [re.fullmatch(r"(\d+)x([\d.]+)", word) for word in item.solution.split()]
            return value == sum(int(pair[1]) * float(pair[2]) for pair in right if pair)
        case "hands":
            right_hands = {frozenset(_hands(answer)) for answer in (item.solution, *form["equal"])}
            return frozenset(_hands(given)) in right_hands
        case "choice" | "spots" | "place":
            return sorted(words) == sorted(item.solution.split())
    return words == item.solution.split()


def _hands(answer: str) -> list[tuple[str, tuple[str, ...]]]:
    pairs = [word.partition("=") for word in answer.split()]
    return [(hand, tuple(sorted(pieces.split(",")))) for hand, _, pieces in pairs]


def test_1_an_item_replaced_after_the_commitment_is_named() -> None:
    other = small_paper("8").items[1]
    assert refusal(with_item(small_paper(), 2, item=other.item, prompt=other.prompt, solution=other.solution)) in (
        "item 2 was changed",
        "item 2 cannot be read",
    )


def test_2_an_edited_answer_is_named() -> None:
    choices = small_paper().items[0].form["parts"]
    other = " ".join(part[-1]["id"] for part in choices)
    assert refusal(with_item(small_paper(), 1, solution=other)) == "item 1 was changed"


def test_3_a_dropped_item_is_counted() -> None:
    paper = small_paper()
    assert refusal(msgspec.structs.replace(paper, items=paper.items[:-1])) == "the paper has 4 of 5 items"


def test_4_an_item_that_stands_twice_is_told() -> None:
    paper = small_paper()
    twice = msgspec.structs.replace(paper.items[0], number=2)
    assert "question repeated: item 2 is item 1" in refusal(
        msgspec.structs.replace(paper, items=(paper.items[0], twice, *paper.items[2:]))
    )


def test_5_a_scheme_changed_after_the_draw_is_told() -> None:
    easier = msgspec.structs.replace(SMALL, pass_mark=10)
    assert "scheme was changed" in refusal(msgspec.structs.replace(small_paper(), scheme=easier))
    fitted = msgspec.structs.replace(small_paper(), scheme=easier, scheme_digest=scheme_digest(easier))
    assert "scheme was changed" in refusal(fitted)


def test_6_swapped_rules_are_told() -> None:
    paper = small_paper()
    others = drawn("arica/roulette-initial", "1").rules
    swapped = dict.fromkeys(paper.rules, next(iter(others.values())))
    assert "archived rules" in refusal(msgspec.structs.replace(paper, rules=swapped))
    assert "archived rules" in refusal(msgspec.structs.replace(paper, rules=others))


@pytest.mark.parametrize("mark", ["many", "1e999999999", "1/0"])
def test_a_paper_whose_marks_nobody_can_compute_is_refused_before_anybody_tries(mark: str) -> None:
    paper = small_paper()
    part = msgspec.structs.replace(paper.scheme.parts[0], pass_mark=mark)
    for changes in ({"pass_mark": mark}, {"parts": (part, *paper.scheme.parts[1:])}):
        scheme = msgspec.structs.replace(paper.scheme, **changes)
        forged = msgspec.structs.replace(paper, scheme=scheme, scheme_digest=scheme_digest(scheme))
        assert "is no percentage" in refusal(forged)


def test_7_a_seed_cannot_be_guessed_from_its_hash() -> None:
    """Trying small seeds fails, because the nonce is part of every hash."""
    committed = commitment_of(small_paper())
    secret = msgspec.structs.replace(small_paper(), nonce="ff" * 32)
    guessed = commitment_of(secret)
    assert guessed.seed != committed.seed
    assert not set(guessed.items) & set(committed.items)


def test_8_drawing_until_it_is_easy_needs_a_reason_and_is_written_down(tmp_path: Path) -> None:
    office = office_in(tmp_path)
    first, code = office.draw(SMALL, EXAMINER, "seat 1", offers())
    with pytest.raises(RefusedError, match="another one needs a reason"):
        office.draw(SMALL, EXAMINER, "seat 1", offers())
    second, _ = office.draw(SMALL, EXAMINER, "seat 1", offers(), reason="the printer showed the first")
    assert second.redraw_reason and [entry.about for entry in office.register.of_kind("drawn")] == [first.id, second.id]
    with pytest.raises(RefusedError, match="may not do this"):
        office.draw(SMALL, INVIGILATOR, "seat 2", offers())
    assert open_paper(office.locked(first.id), code).seed != second.seed


def test_9_the_file_is_closed_until_its_code_is_given() -> None:
    paper = small_paper()
    locked = lock_paper(paper, CODE)
    data = locked.to_bytes()
    for secret in (paper.seed, paper.nonce, paper.items[0].item, paper.items[0].prompt.es):
        assert f'"{secret}"'.encode() not in data
    with pytest.raises(RefusedError, match="code does not open"):
        open_paper(locked, "ABCD-EFGH-2346")
    for change in ({"names": names("Other")}, {"rehearsal": True}, {"scheme": "x"}):
        with pytest.raises(RefusedError, match="code does not open"):
            open_paper(msgspec.structs.replace(locked, **change), CODE)


def test_10_a_used_paper_is_told(tmp_path: Path) -> None:
    office = office_in(tmp_path)
    paper, _ = office.draw(SMALL, EXAMINER, "seat 1", offers())
    station = keys()[KeyRole.STATION].public
    office.begin(paper.id, candidate(), station).close()
    with pytest.raises(RefusedError, match="begun and not handed in"):
        office.begin(paper.id, candidate("Berta"), station)
    shutil.rmtree(office.folder / "sittings")  # nothing to go on with
    with pytest.raises(RefusedError, match="already sat"):
        office.begin(paper.id, candidate("Berta"), station)
    for_all, _ = office.draw(SMALL, EXAMINER, "room", offers(), shared=True)
    for name in ("Carla", "Berta"):
        office.begin(for_all.id, candidate(name), station).close()
    with pytest.raises(RefusedError, match="begun and not handed in"):
        office.begin(for_all.id, candidate("Berta"), station)


def test_a_name_spelt_otherwise_gives_no_new_tries(tmp_path: Path) -> None:
    office = office_in(tmp_path)
    station = keys()[KeyRole.STATION].public
    papers = [office.draw(SMALL, EXAMINER, f"seat {number}", offers())[0].id for number in range(3)]
    first, again, other = (
        office.people.add(Identity(name=name, document=document))
        for name, document in (("Ana Pérez", "12.345.678-K"), ("Ana Perez", "12345678 k"), ("Ana Pérez", "9-1"))
    )
    office.begin(papers[0], first, station).close()
    with pytest.raises(RefusedError, match="from 2026-11-30 on"):
        office.begin(papers[1], again, station)
    assert office.begin(papers[1], other, station).header.attempt == 1


def test_every_single_bit_of_a_small_paper_counts() -> None:
    data = paper_to_bytes(small_paper())
    committed = commitment_of(small_paper())
    for place in range(0, len(data), 211):
        flipped = bytearray(data)
        flipped[place] ^= 1 << (place % 8)
        with pytest.raises(RefusedError):
            check_commitment(paper_from_bytes(bytes(flipped)), committed)


def test_a_part_that_cannot_be_filled_is_told() -> None:
    part = msgspec.structs.replace(SMALL.parts[0], draws=(Draw(count=60, sources=("announce/1",)),))
    greedy = msgspec.structs.replace(SMALL, parts=(part, SMALL.parts[1]))
    with pytest.raises(RefusedError, match="wants 60 questions and there are only 37"):
        draw_paper(greedy, DrawRequest(seed="1", nonce=bytes(32), now=NOW, by="x"), offers())


def test_the_items_of_a_paper_lie_on_felts_made_of_its_own_rules(qapp: object) -> None:
    paper = drawn("baleares/wheels-professional", "9")  # where one game has few questions and another gives more
    for item in paper.items:
        rules = rules_in(paper, item)
        assert rules.game == item.game
        draft = question_of(item, rules).draft
        for scene in filter(None, (draft.scene, draft.after)):
            assert len(arrange(make_felt(scene.felt, Imprint(rules)), scene)) >= len(scene.pieces)
