"""The shell of the desk: application, main window, navigation between screens, settings, crashes and the start."""
