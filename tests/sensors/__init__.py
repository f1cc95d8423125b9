"""What shoes and wheels say, decoded; simulators; following a real game."""
