"""Tiles: what each is, what two of them make, which hand is higher, and the ranking of pairs."""

from __future__ import annotations

import random

from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import AmountForm, Choice, ChoiceForm, OrderForm
from trainer.drills.pai_gow.hands import is_disputed
from trainer.drills.pai_gow.scenes import near, row_of, scene
from trainer.equipment.tiles import TILE_SET, Tile
from trainer.games.core import Reason
from trainer.games.pai_gow import describe
from trainer.games.pai_gow.figures import is_tiles, tile_figures, tile_ranks
from trainer.games.pai_gow.tile_ranks import Kind
from trainer.rulebooks import GameRules
from trainer.texts import Message

# ── one tile ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _tile(rules: GameRules, level: int, index: int) -> Draft:
    """A tile: its number of spots, its individual rank, or its name in the trade."""
    ranks, figures = tile_ranks(rules), tile_figures(rules)[0]
    tile = ranks.tiles[index]
    rank = ranks.rank[index]
    shown = near(rules, row_of(rules, "hand:dealer", [str(tile)]))
    params = {"tile": str(tile), "spots": tile.pips, "rank": rank, "trade": Message(f"pai-gow.trade.{_trade(tile)}")}
    if level == 3:
        every = list(dict.fromkeys(_trade(each) for each in ranks.tiles))
        others = random.Random(index).sample([name for name in every if name != _trade(tile)], 5)
        known = sorted([_trade(tile), *others], key=every.index)
        return Draft(
            prompt=Message("pai-gow.prompt.tile-trade"),
            scene=shown,
            form=ChoiceForm(tuple(Choice(name, Message(f"pai-gow.trade.{name}")) for name in known)),
            solution=_trade(tile),
            reasons=(Reason("trade-name", params),),
        )
    asks_rank = level == 2
    solution = rank if asks_rank else tile.pips
    wrong = (
        [("one-rank-off", rank - 1), ("one-rank-off", rank + 1)] if asks_rank else [("value-of-a-hand", tile.pips % 10)]
    )
    return Draft(
        prompt=Message("pai-gow.prompt.tile-rank" if asks_rank else "pai-gow.prompt.tile-spots"),
        scene=shown,
        form=AmountForm(),
        solution=str(solution),
        reasons=(Reason("tile-rank" if asks_rank else "tile-spots", params, figures.cite),),
        mistakes=tuple((name, str(value)) for name, value in wrong),
    )


def _trade(tile: Tile) -> str:
    """The trade name; the two tiles of a mixed pair and the two Supreme tiles share one."""
    return {"4-5": "3-6", "3-5": "2-6", "3-4": "2-5", "2-3": "1-4", "1-2": "2-4"}.get(str(tile), str(tile))


# ── two tiles ────────────────────────────────────────────────────────────────────────────────────────────────────────

_KINDS = (Kind.SUPREME, Kind.MATCHED, Kind.MIXED, Kind.WONG, Kind.GONG)


def _two_tiles(rules: GameRules, level: int, rng: random.Random) -> Draft:
    """Two tiles: a kind of pair, or their value."""
    ranks = tile_ranks(rules)
    tiles, pairs = tile_figures(rules)
    wanted = rng.choice(_KINDS) if rng.random() < (0.5 if level == 1 else 0.25) else Kind.VALUE
    supreme = ranks.tables.exchange
    while True:
        two = rng.sample(TILE_SET, 2)
        hand = ranks.hand_of(two)
        has_supreme = any(tile in supreme for tile in two)
        if hand.kind is wanted and (level < 3 or wanted is not Kind.VALUE or has_supreme):
            break
    choices = [*(Choice(kind.value, Message(f"pai-gow.kind.{kind.value}")) for kind in _KINDS)]
    plain = sum(tile.pips for tile in two) % 10
    values = list(dict.fromkeys([plain, hand.value, *rng.sample(range(10), 5)]))[:5]
    choices += [Choice(str(value), Message("pai-gow.kind.value", {"value": value})) for value in sorted(values)]
    solution = str(hand.value) if hand.kind is Kind.VALUE else hand.kind.value
    reason = Reason(
        "tile-hand", {"hand": describe.tile_hand(ranks, hand)}, pairs.cite if hand.pair_rank else tiles.value_cite
    )
    reasons = [reason]
    if hand.kind is Kind.VALUE and has_supreme:
        reasons.append(Reason("supreme-exchange", {}, tiles.exchange_cite))
    return Draft(
        prompt=Message("pai-gow.prompt.two-tiles"),
        scene=near(rules, row_of(rules, "hand:dealer", [str(tile) for tile in two])),
        form=ChoiceForm(tuple(choices)),
        solution=solution,
        reasons=tuple(reasons),
        mistakes=(("forgot-the-exchange" if hand.kind is Kind.VALUE else "missed-the-pair", str(plain)),),
    )


# ── two hands ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _duel(rules: GameRules, level: int, rng: random.Random) -> Draft:
    """Two hands of two tiles: which is higher, or are they a copy?"""
    ranks = tile_ranks(rules)
    tiles, pairs = tile_figures(rules)
    wants = rng.choice(("any", "same-value", "same-value", "copy") if level > 1 else ("first", "second", "copy"))
    while True:
        four = rng.sample(TILE_SET, 4)
        first, second = ranks.hand_of(four[:2]), ranks.hand_of(four[2:])
        same_value = first.kind is second.kind is Kind.VALUE and first.value == second.value
        solution = (
            "copy" if first.strength == second.strength else "first" if first.strength > second.strength else "second"
        )
        if wants in ("any", solution, "same-value" if same_value else "") and not is_disputed(
            rules, (_text(tuple(four[:2])), _text(tuple(four[2:])))
        ):
            break
    copied = solution == "copy"
    cite = {
        "pair": pairs.copy_cite if copied else pairs.cite,
        "value": tiles.value_cite,
        "tile": tiles.copy_cite if copied else tiles.tie_cite,
    }[ranks.decided_by(first.strength, second.strength)]
    params = {"first": describe.tile_hand(ranks, first), "second": describe.tile_hand(ranks, second)}
    by_spots = _by_spots(ranks.as_tiles(first.tiles), ranks.as_tiles(second.tiles))
    placed = row_of(rules, "high:dealer", [str(tile) for tile in four[:2]]) + row_of(
        rules, "high:1", [str(tile) for tile in four[2:]]
    )
    return Draft(
        prompt=Message("pai-gow.prompt.duel"),
        scene=near(rules, placed),
        form=ChoiceForm(tuple(Choice(key, Message(f"pai-gow.duel.{key}")) for key in ("first", "second", "copy"))),
        solution=solution,
        reasons=(Reason(f"duel-{solution}", params, cite),),
        mistakes=(("by-the-spots", by_spots), ("not-a-copy", "copy")),
        after=near(rules, placed, glow={"first": ("high:dealer",), "second": ("high:1",), "copy": ()}[solution]),
    )


def _by_spots(first: tuple[Tile, ...], second: tuple[Tile, ...]) -> str:
    totals = [sum(tile.pips for tile in hand) % 10 for hand in (first, second)]
    return "copy" if totals[0] == totals[1] else "first" if totals[0] > totals[1] else "second"


# ── the ladder ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _ladder(rules: GameRules, level: int, rng: random.Random) -> Draft:
    """Pairs, to be put in order, highest first."""
    ranks, (_, figures) = tile_ranks(rules), tile_figures(rules)
    lines = list(ranks.tables.pair_ranks)
    chosen = rng.sample(range(len(lines)), (4, 5, 7)[level - 1])
    if level == 1:
        chosen = rng.sample(range(12), 4)  # the Supreme Pair and the matched pairs
    certain = [[pair for pair in lines[index].pairs if not _is_doubtful(pair)] for index in chosen]
    hands = {f"p{index + 1}": ranks.hand_of(rng.choice(pairs)) for index, pairs in zip(chosen, certain, strict=True)}
    shown = list(hands)
    rng.shuffle(shown)
    in_order = sorted(hands, key=lambda key: -hands[key].strength)
    by_spots = sorted(hands, key=lambda key: -_spots(ranks.as_tiles(hands[key].tiles)))
    texts = {key: _text(ranks.as_tiles(hand.tiles)) for key, hand in hands.items()}
    places = [*(f"high:{seat}" for seat in range(1, 7)), "high:dealer"]
    pieces = [piece for place, key in zip(places, shown, strict=False) for piece in row_of(rules, place, texts[key])]
    return Draft(
        prompt=Message("pai-gow.prompt.ladder"),
        scene=scene(rules, pieces),
        form=OrderForm(tuple(Choice(key, " ".join(texts[key])) for key in shown)),
        solution="|".join(in_order),
        reasons=(
            Reason("ladder", {"order": [describe.tile_hand(ranks, hands[key]) for key in in_order]}, figures.cite),
        ),
        mistakes=(("by-the-spots", " ".join(by_spots)),),
    )


def _is_doubtful(pair: tuple[Tile, Tile]) -> bool:
    """The gong whose label in the printed table is wrong."""
    return set(pair) == {Tile(6, 6), Tile(4, 4)}


def _spots(tiles: tuple[Tile, ...]) -> int:
    return sum(tile.pips for tile in tiles)


def _text(tiles: tuple[Tile, ...]) -> list[str]:
    return [str(tile) for tile in tiles]


TILE = Family(
    id="tile-recognition",
    area="pai-gow",
    levels=(Level(3), Level(5), Level(5)),
    facts=lambda rules, level: len(tile_ranks(rules).tiles),
    build_fact=_tile,
    fits=is_tiles,
)
TWO_TILES = Family(
    id="two-tiles", area="pai-gow", levels=(Level(6), Level(5), Level(6)), build=_two_tiles, fits=is_tiles
)
DUEL = Family(
    id="higher-hand",
    area="pai-gow",
    levels=(Level(8), Level(8)),
    build=_duel,
    revision=2,
    fits=is_tiles,
    needs=("two-tiles",),
)
LADDER = Family(
    id="pairs-ladder", area="pai-gow", levels=(Level(15), Level(20), Level(30)), build=_ladder, fits=is_tiles
)
