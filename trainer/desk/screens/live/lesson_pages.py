"""Which page of a game's course explains what a dealer is about to do at the live table.

Courses name their pages differently: at punto banco the calls are on the page ``calling``, at blackjack on
``calls-page``. So each act has several pages, the closest one first; the course's first of them is opened.
"""

from __future__ import annotations

from collections.abc import Collection

from trainer.desk.screens.live.guide import HINTED
from trainer.live.table import LiveTable

_ROUND = ("running", "round", "coup")  # the whole round, where nothing closer is known
_INCIDENT = ("irregularities", "does-the-throw-count")
_PAGES: dict[str, tuple[str, ...]] = {
    "call": ("calls-page", "calling", "announcing"),
    "close": ("calls-page", "calling", "spin"),
    "take": ("clearing", "taking-and-paying", "settling", "paying-and-taking-the-commission"),
    "pay": ("settling", "taking-and-paying", "paying", "paying-and-taking-the-commission", "prices"),
    "give-back": ("how-much", "may-they", "player-may-do", "conduct"),
    "chance": ("spin", "shooter", "starting-position"),  # what the key for ball, dice and shaker arms
    "spin": ("spin",),
    "dice": ("shooter", "hand"),
    "shake": ("starting-position",),
    "mark": ("announcing", "line-and-the-point"),
    "unmark": ("clearing", "line-and-the-point"),
    "deal": ("the-deal", "first-four"),
    "ask": ("deciding", "player-may-do"),
    "set": ("house-way",),
    "shuffle": ("shoe",),
    "cut": ("shoe",),
    "burn": ("shoe",),
    "change": ("colour-chips", "conduct"),
    "floor": _INCIDENT,
    "void": _INCIDENT,
}


def page_for(table: LiveTable, typed: str, pages: Collection[str]) -> str:
    """The id of the page about an open irregularity or what is due, else about the round; "" if the course has none.

    Above level 2 the page must not give either away: it is the one about the verb that the trainee has typed.
    """
    shown = table.shift.level <= HINTED
    due = table.next_act() if shown else None
    verb = due.do if due is not None else typed
    opened = shown and any(not incident.closed for incident in table.state.incidents)
    wanted = (*(_INCIDENT if opened else ()), *_PAGES.get(verb, ()), *_ROUND)
    return next((page for page in wanted if page in pages), "")
