"""What other apps register with accounts: settings pages, personal data, merging of guests."""
