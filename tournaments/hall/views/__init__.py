"""Pages of the screen on the wall and the printed sheets."""
