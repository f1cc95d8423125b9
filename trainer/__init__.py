"""The program in which croupiers learn their trade and prove it."""

__version__ = "0.1.0"
