"""Roulette, French and American: `layout` knows the cloth, `settle` books a spin, `game` registers the engine."""
