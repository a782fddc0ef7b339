"""The site on one machine without other servers: launcher, SQLite, broker, secrets, backup."""
