"""What the regulation says in words: the steps of a spin, and what is done when something goes wrong."""

from trainer.drills import regulation

FAMILIES = (
    regulation.procedure("roulette"),
    regulation.irregularities("roulette", lambda entry: entry.data.get("spin") != "void"),  # those are the no spins
)
