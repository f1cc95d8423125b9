"""Runs of questions, without Qt: what is asked, under which behaviour, and where the answers go."""
