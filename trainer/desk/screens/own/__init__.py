"""The user's own drills: compose, save, share and print."""
