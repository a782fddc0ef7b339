"""How every API view of the site works: authentication, errors, rate limits (throttling), ETags, pagination, schema."""
