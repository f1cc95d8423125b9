"""Real shoes and wheels at the desk: ports and networks, the sensors page, drills with real things."""
