"""A run on the screen: the felt, the question, the tray, the verdict, the summary."""
