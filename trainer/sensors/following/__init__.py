"""A real game followed as its cards, numbers and dice come: what may come next, and what should not have come."""
