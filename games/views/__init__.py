"""HTML pages of games: each renders what a selector returns and sends what a form submits to a service."""
