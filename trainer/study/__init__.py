"""What to ask next: spaced repetition for facts, a rating for generated families, mastery, target times, scores."""
