"""django-allauth's adapters and forms: sign-up, log-in, second factors."""
