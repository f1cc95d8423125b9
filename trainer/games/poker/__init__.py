"""Poker hands for every game that has them: cards as small numbers, their ranking as data, every hand by classes."""
