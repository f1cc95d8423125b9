"""Damage made at random from seeds: requests and school rulebooks as nobody should write them.

The tests take a small sample of each, `benchmarks` runs them by the thousand and prints what came of it.
"""
