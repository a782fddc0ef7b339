"""Pages of accounts that are not allauth's."""

urlpatterns: list[object] = []
