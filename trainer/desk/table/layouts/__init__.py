"""The printed layout of each game: geometry; names, odds and conditions come from the rules."""
