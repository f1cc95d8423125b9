"""Real shoes and wheels at the desk."""
