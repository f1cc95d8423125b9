"""Drills from the text of the regulation: the steps of a spin, and rulings on irregularities."""

from trainer.drills import regulation

FAMILIES = (
    regulation.procedure("roulette"),
    regulation.irregularities(
        "roulette", lambda entry: entry.data.get("spin") != "void"
    ),  # no spins have a drill of their own
)
