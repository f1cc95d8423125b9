"""Own drills: put together, kept, shared and printed."""
