"""Roulette, French and American: `layout` knows the cloth, `figures` the rulebook's numbers, the rest answers."""
