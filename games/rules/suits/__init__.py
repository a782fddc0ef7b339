"""The games of sun, moon and star: Galax and Sirius."""
