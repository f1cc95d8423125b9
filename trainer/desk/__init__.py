"""The Qt desk: felts and pieces, the drill runner, the screens. The only part of the program that draws."""
