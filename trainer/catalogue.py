"""The catalogue of games: one block for each game names its engine, drills, felts, texts and lesson.

A game is registered only here. Its modules are imported when they are first asked for, so a start loads only the game
on the table; this module imports none of them.

Games stand in the order in which they are taught. A new game is a block under the heading of its kind.
"""

from __future__ import annotations

from functools import cache

import msgspec


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """What belongs to a game, or to several that share everything. Modules are named within their package."""

    games: tuple[str, ...]
    engine: str  # in `trainer.games`: the module that has its `GAME`
    drills: tuple[str, ...] = ()  # in `trainer.drills`: modules with `FAMILIES`, in the order they are taught
    felts: dict[str, tuple[str, ...]] = {}  # in `trainer.desk.table.layouts`: the module whose `make` builds each
    close_ups: dict[str, tuple[str, ...]] = {}  # likewise: felts that show a part of a table, named by drills alone
    texts: str = ""  # in `trainer/texts`: the file of its messages
    lesson: str = ""  # in `lessons/LANGUAGE`: its page; the game's own name if not given


ENTRIES: tuple[Entry, ...] = (
    # ── roulette ─────────────────────────────────────────────────────────────────────────────────────────────────────
    Entry(
        games=("roulette-french", "roulette-american"),
        engine="roulette.game",
        drills=(
            "roulette.pay_tables",
            "roulette.payouts",
            "roulette.picture_bets",
            "roulette.wheel_order",
            "roulette.announced_bets",
            "roulette.zero",
            "roulette.clearing_order",
            "roulette.limits",
            "roulette.spins",
            "roulette.colour_chips",
            "roulette.procedures",
        ),
        felts={"roulette": ("roulette-french", "roulette-american", "roulette-double-zero")},
        close_ups={
            "wheel": ("wheel-single-zero", "wheel-double-zero"),
            "roulette": ("roulette-french-numbers", "roulette-american-numbers", "roulette-double-zero-numbers"),
        },
        texts="roulette",
        lesson="roulette",
    ),
    # ── blackjack ────────────────────────────────────────────────────────────────────────────────────────────────────
    Entry(
        games=("blackjack",),
        engine="blackjack",
        drills=("blackjack",),
        felts={
            "blackjack": (
                "blackjack-6",
                "blackjack-6-perfect-pairs",
                "blackjack-7",
                "blackjack-7-perfect-pairs",
                "blackjack-7-blazing-7s",
                "blackjack-7-lucky-lucky",
                "blackjack-7-kings-bounty",
                "blackjack-7-royal-match",
                "blackjack-7-bet-the-set",
                "blackjack-7-21-plus-3",
                "blackjack-9",
            )
        },
        texts="blackjack",
    ),
    Entry(
        games=("blackjack-switch",),
        engine="blackjack",
        drills=("blackjack",),
        felts={"blackjack": ("blackjack-switch",)},
        texts="blackjack",
    ),
    Entry(
        games=("free-bet-blackjack",),
        engine="blackjack",
        drills=("blackjack",),
        felts={"blackjack": ("free-bet-blackjack",)},
        texts="blackjack",
    ),
    Entry(
        games=("challenge-21",),
        engine="blackjack",
        drills=("blackjack",),
        felts={"blackjack": ("challenge-21",)},
        texts="blackjack",
    ),
    # ── dice ─────────────────────────────────────────────────────────────────────────────────────────────────────────
    Entry(
        games=("craps",),
        engine="craps",
        drills=("craps",),
        felts={
            "craps": (
                "craps-arica",
                "craps-bolivia",
                "craps-baleares",
                "craps-puerto-rico",
                "craps-puerto-rico-aces",
            )
        },
        texts="craps",
    ),
    # ── small wheels ─────────────────────────────────────────────────────────────────────────────────────────────────
    Entry(
        games=("boule",),
        engine="boule",
        drills=("small_wheels.boule",),
        felts={"boule": ("boule",)},
        texts="wheels",
    ),
    Entry(
        games=("big-six",),
        engine="big_six",
        drills=("small_wheels.big_six",),
        felts={"big_six": ("big-six-puerto-rico", "big-six-baleares")},
        texts="wheels",
    ),
    Entry(
        games=("caribbean-easy-roll",),
        engine="easy_roll",
        drills=("small_wheels.easy_roll",),
        felts={"easy_roll": ("caribbean-easy-roll",)},
        texts="wheels",
    ),
    # ── baccarat ─────────────────────────────────────────────────────────────────────────────────────────────────────
    Entry(
        games=("punto-banco",),
        engine="baccarat",
        drills=("baccarat",),
        felts={
            "baccarat": (
                "punto-banco-9",
                "punto-banco-12",
                "punto-banco-14",
                "punto-banco-mini-6",
                "punto-banco-mini-7",
                "punto-banco-mini-9",
            ),
        },
        close_ups={"baccarat_cards": ("baccarat-cards", "baccarat-shoe")},
        texts="baccarat",
    ),
    Entry(games=("baccarat",), engine="baccarat", drills=("baccarat",), texts="baccarat"),
    Entry(games=("mini-baccarat",), engine="baccarat", drills=("baccarat",), texts="baccarat"),
    Entry(
        games=("ez-baccarat",),
        engine="baccarat",
        drills=("baccarat",),
        felts={"baccarat": ("ez-baccarat-14",)},
        texts="baccarat",
    ),
    Entry(
        games=("mini-ez-baccarat",),
        engine="baccarat",
        drills=("baccarat",),
        felts={"baccarat": ("ez-baccarat-mini-7", "ez-baccarat-mini-9")},
        texts="baccarat",
    ),
    Entry(
        games=("commission-free-baccarat",),
        engine="baccarat",
        drills=("baccarat",),
        felts={"baccarat": ("commission-free-baccarat-7", "commission-free-baccarat-9")},
        texts="baccarat",
    ),
    Entry(
        games=("chemin-de-fer",),
        engine="baccarat.chemin_de_fer",
        drills=("baccarat.chemin_de_fer",),
        felts={"chemin_de_fer": ("chemin-de-fer",)},
        texts="baccarat",
    ),
    Entry(
        games=("baccarat-two-tables",),
        engine="baccarat.two_tables",
        drills=("baccarat.two_tables",),
        felts={"chemin_de_fer": ("baccarat-two-tables",)},
        texts="baccarat",
    ),
    # ── trente et quarante ───────────────────────────────────────────────────────────────────────────────────────────
    Entry(
        games=("trente-et-quarante",),
        engine="trente_et_quarante",
        drills=("trente_et_quarante",),
        felts={"trente_et_quarante": ("trente-et-quarante",)},
        texts="trente-et-quarante",
    ),
    # ── pai gow ──────────────────────────────────────────────────────────────────────────────────────────────────────
    Entry(
        games=("pai-gow-poker",),
        engine="pai_gow.game",
        drills=("pai_gow",),
        felts={"pai_gow": ("pai-gow-poker",)},
        close_ups={"pai_gow": ("pai-gow-poker-near",)},
        texts="pai-gow",
    ),
    Entry(
        games=("pai-gow-tiles",),
        engine="pai_gow.game",
        drills=("pai_gow",),
        felts={"pai_gow": ("pai-gow-tiles",)},
        close_ups={"pai_gow": ("pai-gow-tiles-near",)},
        texts="pai-gow",
    ),
    # ── house poker ──────────────────────────────────────────────────────────────────────────────────────────────────
    Entry(
        games=("caribbean-stud",),
        engine="house_poker.games",
        drills=("house_poker",),
        felts={"house_poker": ("caribbean-stud", "caribbean-stud-near")},
        texts="house-poker",
    ),
    Entry(
        games=("let-it-ride",),
        engine="house_poker.games",
        drills=("house_poker",),
        felts={"house_poker": ("let-it-ride", "let-it-ride-near")},
        texts="house-poker",
    ),
    Entry(
        games=("progressive-jackpot",),
        engine="house_poker.games",
        drills=("house_poker",),
        felts={"house_poker": ("progressive-jackpot", "progressive-jackpot-near")},
        texts="house-poker",
    ),
    Entry(
        games=("three-card-poker",),
        engine="house_poker.games",
        drills=("house_poker",),
        felts={"house_poker": ("three-card-poker", "three-card-poker-near")},
        texts="house-poker",
    ),
    Entry(
        games=("go-poker",),
        engine="house_poker.games",
        drills=("house_poker",),
        felts={"house_poker": ("go-poker", "go-poker-near")},
        texts="house-poker",
    ),
    Entry(
        games=("draw-poker",),
        engine="house_poker.draw_poker",
        drills=("house_poker",),
        felts={"house_poker": ("draw-poker", "draw-poker-near")},
        texts="house-poker",
    ),
    Entry(
        games=("triple-shot",),
        engine="house_poker.triple_shot",
        drills=("house_poker",),
        felts={"house_poker": ("triple-shot", "triple-shot-near")},
        texts="house-poker",
    ),
    Entry(
        games=("ultimate-texas-holdem",),
        engine="house_poker.games",
        drills=("house_poker",),
        felts={"house_poker": ("ultimate-texas-holdem", "ultimate-texas-holdem-near")},
        texts="house-poker",
    ),
    # ── card room ────────────────────────────────────────────────────────────────────────────────────────────────────
    Entry(
        games=("texas-holdem",),
        engine="card_room",
        drills=("card_room",),
        felts={"card_room": ("card-room-10", "card-room-11")},
        texts="card-room",
    ),
    Entry(
        games=("omaha",),
        engine="card_room",
        drills=("card_room",),
        felts={"card_room": ("card-room-omaha-7", "card-room-omaha-11")},
        texts="card-room",
    ),
    Entry(
        games=("seven-card-stud",),
        engine="card_room",
        drills=("card_room",),
        felts={"card_room": ("card-room-stud-7", "card-room-stud-8")},
        texts="card-room",
    ),
    Entry(games=("five-card-stud",), engine="card_room", drills=("card_room",), texts="card-room"),
    Entry(games=("synthetic-poker",), engine="card_room", drills=("card_room",), texts="card-room"),
    # ── bingo ────────────────────────────────────────────────────────────────────────────────────────────────────────
    Entry(
        games=("bingo",),
        engine="bingo",
        drills=("bingo",),
        felts={"bingo": ("bingo-75", "bingo-90", "bingo-ball")},
        texts="bingo",
    ),
    # ── without a dealer ─────────────────────────────────────────────────────────────────────────────────────────────
    Entry(
        games=("gaming-machines",),
        engine="counter.machines",
        drills=("counter",),
        felts={"counter": ("counter-machines",)},
        texts="counter",
    ),
    Entry(
        games=("lottery",),
        engine="counter.lotteries",
        drills=("counter",),
        felts={"counter": ("counter-lottery",)},
        texts="counter",
    ),
    Entry(
        games=("instant-lottery",),
        engine="counter.lotteries",
        drills=("counter",),
        felts={"counter": ("counter-scratch",)},
        texts="counter",
    ),
    Entry(
        games=("lototrot",),
        engine="counter.lototrot",
        drills=("counter",),
        felts={"counter": ("counter-races",)},
        texts="counter",
    ),
    Entry(
        games=("promotrot",),
        engine="counter.promotrot",
        drills=("counter",),
        felts={"counter": ("counter-terminal",)},
        texts="counter",
    ),
    # ── no game: what holds at every table of a regulation ───────────────────────────────────────────────────────────
    Entry(
        games=("general-rules",),
        engine="general",
        drills=("general_skills", "table_conduct"),
        felts={"apron": ("apron",)},
        texts="trade",
        lesson="the-trade",
    ),
)

_EVERY_GAME = ("rulebook_facts", "table_rules", "rule_words", "bet_limits")  # what is known of any regulation
BY_GAME: dict[str, Entry] = {game: entry for entry in ENTRIES for game in entry.games}
DRILLED: tuple[str, ...] = tuple(game for game, entry in BY_GAME.items() if entry.drills)


def engine_module(game: str) -> str:
    """The module of a game's engine; `KeyError` names the games there are."""
    return f"trainer.games.{_entry(game).engine}"


def drill_modules(game: str) -> tuple[str, ...]:
    """The modules of a game's drills, in the order they are taught; none for what is not drilled."""
    entry = BY_GAME.get(game)
    return (
        tuple(f"trainer.drills.{module}" for module in (*entry.drills, *_EVERY_GAME)) if entry and entry.drills else ()
    )


def lesson_page(game: str) -> str:
    """The name of a game's lesson; empty for what has none."""
    entry = BY_GAME.get(game)
    return (entry.lesson or game) if entry and entry.drills else ""


@cache
def felt_modules() -> dict[str, str]:
    """Every felt there is, with the module that builds it."""
    return {
        felt: f"trainer.desk.table.layouts.{module}"
        for entry in ENTRIES
        for named in (entry.felts, entry.close_ups)
        for module, felts in named.items()
        for felt in felts
    }


def tables_of(game: str) -> tuple[str, ...]:
    """The felts a rulebook may name for a game: its own, or those it shares with the games of its engine."""
    entry = _entry(game)
    entries = (entry,) if entry.felts else tuple(other for other in ENTRIES if other.engine == entry.engine)
    return tuple(felt for each in entries for felts in each.felts.values() for felt in felts)


def _entry(game: str) -> Entry:
    if game not in BY_GAME:
        raise KeyError(f"there is no game {game!r}; there are: {', '.join(sorted(BY_GAME))}")
    return BY_GAME[game]
