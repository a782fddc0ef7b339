"""The API of accounts: profile, tokens, mutes and blocks, reports, moderation."""
