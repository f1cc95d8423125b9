"""Runs of questions, without Qt: what is asked, with which behaviour, and where the answers are stored.

See README.md.
"""
