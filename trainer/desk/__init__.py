"""The Qt desk: felts and pieces, the screens and the main window. The only part of the program that imports Qt."""
