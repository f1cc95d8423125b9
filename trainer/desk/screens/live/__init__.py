"""The live table: a shift at the felt, its start page and its debrief."""
