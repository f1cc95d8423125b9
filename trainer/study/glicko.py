"""Glicko-2 ratings: a trainee's strength and a rung's difficulty on one scale, each with its uncertainty.

After Mark Glickman, “Example of the Glicko-2 system” (2022). An answer is a game between trainee and rung; the trainee
wins by being right. A rating period is a day of practice, or `GAMES_A_PERIOD` answers if there are more.
"""

from __future__ import annotations

from math import exp, log, pi, sqrt

import msgspec

SCALE = 173.7178
START = 1500.0
UNSURE = 350.0
STEADY = 0.06
GAMES_A_PERIOD = 15
_TAU = 0.5  # constrains the change of volatility
_CLOSE_ENOUGH = 1e-6
_SPREAD = 3.0 / (pi * SCALE) ** 2


class Rating(msgspec.Struct, array_like=True, gc=False):
    """Rating, deviation and volatility, and the games of the current period.

    Mutable, because rebuilding records plays a million games. ``information`` and ``surplus`` accumulate the current
    period in the paper's terms: 1/v and delta/v.
    """

    rating: float = START
    deviation: float = UNSURE
    volatility: float = STEADY
    period: int = 0  # day of the current period
    games: int = 0
    information: float = 0.0
    surplus: float = 0.0

    def ahead(self) -> Rating:
        """The rating as if the period ended now."""
        return self._after(1) if self.games else self

    def _after(self, periods: int) -> Rating:
        """The rating after the current period and this many further periods without games."""
        phi, sigma = self.deviation / SCALE, self.volatility
        if self.games:
            sigma = _new_volatility(phi, sigma, 1.0 / self.information, self.surplus / self.information)
        grown = phi * phi + periods * sigma * sigma
        new_phi_squared = 1.0 / (1.0 / grown + self.information)
        rating = self.rating + SCALE * new_phi_squared * self.surplus
        return Rating(rating, min(UNSURE, SCALE * sqrt(new_phi_squared)), sigma)

    def _close(self, day: int) -> None:
        closed = self._after(max(1, day - self.period) if self.period else 1)
        self.rating, self.deviation, self.volatility = closed.rating, closed.deviation, closed.volatility
        self.games, self.information, self.surplus = 0, 0.0, 0.0
        self.period = day


def play(trainee: Rating, rung: Rating, won: bool | int, day: int) -> None:
    """Add a game to both ratings; each is rated against the other's rating before the current period."""
    if trainee.games and (trainee.period != day or trainee.games >= GAMES_A_PERIOD):
        trainee._close(day)
    if rung.games and (rung.period != day or rung.games >= GAMES_A_PERIOD):
        rung._close(day)
    trainee.period = rung.period = day
    g_rung, g_trainee = _weight(rung.deviation), _weight(trainee.deviation)
    difference = (trainee.rating - rung.rating) / SCALE
    expected = 1.0 / (1.0 + exp(-g_rung * difference))
    trainee.information += g_rung * g_rung * expected * (1.0 - expected)
    trainee.surplus += g_rung * (won - expected)
    trainee.games += 1
    expected = 1.0 / (1.0 + exp(g_trainee * difference))
    rung.information += g_trainee * g_trainee * expected * (1.0 - expected)
    rung.surplus += g_trainee * (1 - won - expected)
    rung.games += 1


def chance(trainee: Rating, rung: Rating) -> float:
    """Probability that the trainee is right on this rung, considering both uncertainties."""
    both = sqrt(trainee.deviation**2 + rung.deviation**2)
    return 1.0 / (1.0 + exp(-_weight(both) * (trainee.rating - rung.rating) / SCALE))


def _weight(deviation: float) -> float:
    """The paper's g: games against an uncertain rating weigh less."""
    return 1.0 / sqrt(1.0 + _SPREAD * deviation * deviation)


def _new_volatility(phi: float, sigma: float, variance: float, delta: float) -> float:
    """Step 5 of the paper, with the Illinois algorithm."""
    start = log(sigma * sigma)

    def slope(x: float) -> float:
        power = exp(x)
        spread = phi * phi + variance + power
        return power * (delta * delta - spread) / (2.0 * spread * spread) - (x - start) / (_TAU * _TAU)

    low = start
    if delta * delta > phi * phi + variance:
        high = log(delta * delta - phi * phi - variance)
    else:
        high = start - _TAU
        while slope(high) < 0:
            high -= _TAU
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > _CLOSE_ENOUGH:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = slope(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2.0
        high, at_high = middle, at_middle
    return exp(low / 2.0)
