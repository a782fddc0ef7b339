"""The lobby: seeks, challenges and invitations, joining them, and starting games from them."""
