"""Pages of accounts: each shows what a selector says and sends what a form asks to a service."""
