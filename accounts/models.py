from django.contrib.auth.models import AbstractUser
from django.db import models


class User(AbstractUser):
    """A person, or an AI opponent, who can sit at a table."""

    display_name = models.CharField(max_length=40, blank=True)
    about = models.TextField(max_length=2000, blank=True)
    time_zone = models.CharField(max_length=64, default="UTC")
    language = models.CharField(max_length=8, default="en")
    is_ai = models.BooleanField(default=False)
    departed_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.public_name

    @property
    def public_name(self) -> str:
        return self.display_name or self.username
