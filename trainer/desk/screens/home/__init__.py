"""Home: what now? The regulation, its games, their drills, today's session."""
