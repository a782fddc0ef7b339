"""Translation catalogues: extract, compile and check them."""
