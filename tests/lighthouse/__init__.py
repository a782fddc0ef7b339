"""How Lighthouse judges the site, as a phone meets it: `make lighthouse`. Its packages are npm's, and its own."""
