"""Create and deliver notifications: the bell, mail, web push, the calendar URL."""
