"""What the hall sees: the screen on the wall, and sheets to print. It only reads."""
