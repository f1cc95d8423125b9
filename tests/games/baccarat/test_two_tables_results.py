"""What the banker won at two tables is given, or computed from the bets; one does not pass over the other."""

from __future__ import annotations

import pytest

from trainer.games.core import RequestError
from trainer.games.solving import solve
from trainer.rulebooks import shipped_library


def test_bets_beside_a_given_result_are_refused_rather_than_passed_over() -> None:
    result = {"first": 1000, "second": 100}
    asked = {"rulebook": "baleares", "game": "baccarat-two-tables"}
    assert solve({**asked, "settle": {"banker_result": result}}, shipped_library())["banker_net"] == 1078
    bets = [{"bet": "player", "on": "first", "stake": 500}]
    with pytest.raises(RequestError, match="not both"):
        solve({**asked, "settle": {"banker_result": result, "bets": bets}}, shipped_library())
