"""The progress screen: skill map, themes and mistakes, past answers."""
