"""The window and what leads through it: which screen is shown, and where Escape leads."""
