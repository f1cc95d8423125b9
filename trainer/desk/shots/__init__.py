"""Pictures of every screen and felt, rendered without a display."""
