"""Create and change clubs, their members and seasons."""
