"""Pure: lists of people in files. Bytes become rows of cells, rows people, and people are matched with a roster."""
