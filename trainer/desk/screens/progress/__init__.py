"""The progress screen: the map of skills, themes and mistakes, and past answers to be replayed."""
