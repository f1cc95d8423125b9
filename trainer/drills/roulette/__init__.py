"""Roulette drills, from the first straight-up to a full number of several players."""
