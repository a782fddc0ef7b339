"""Lighthouse scores of the site on a simulated phone: `make lighthouse`. It has npm packages of its own."""
