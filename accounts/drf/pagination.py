"""Pagination of the API's lists, with a maximum page size."""

from contextlib import suppress
from functools import cached_property
from typing import Any

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from rest_framework.exceptions import ValidationError
from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request

COUNTED_AT_FIRST, MAX_COUNTED = 1000, 5000


class BoundedPaginator(Paginator):
    """Counts only slightly beyond the requested page: with a million rows the count would cost more than the page."""

    counted = COUNTED_AT_FIRST

    def validate_number(self, number: Any) -> int:
        """Store the requested page before the count, which must find out whether there is another page after it."""
        with suppress(TypeError, ValueError):
            self.counted = min(max(self.counted, (int(number) + 1) * self.per_page), MAX_COUNTED)
        return super().validate_number(number)

    @cached_property
    def count(self) -> int:
        rows: Any = self.object_list
        return rows.order_by()[: self.counted].count() if isinstance(rows, QuerySet) else len(rows)


class Pages(PageNumberPagination):
    """`?page=2&page_size=50`; a page size above the maximum is an error."""

    django_paginator_class = BoundedPaginator
    page_size = 25
    page_size_query_param = "page_size"
    max_page_size = 100
    invalid_page_message = _lazy("There is no such page. Begin with the first and follow “next”.")  # type: ignore[assignment]

    def get_page_size(self, request: Request) -> int:
        asked = request.query_params.get(self.page_size_query_param)
        if asked is None:
            return self.page_size
        if not (asked.isdecimal() and len(asked) < 10 and 1 <= int(asked) <= self.max_page_size):
            words = _("Request 1 to %(most)s items per page.") % {"most": self.max_page_size}
            raise ValidationError({self.page_size_query_param: [words]})
        return int(asked)

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        """The parameters with their bounds."""
        parameters: list[dict[str, Any]] = super().get_schema_operation_parameters(view)
        for parameter in parameters:
            parameter["schema"] |= {"minimum": 1}
            if parameter["name"] == self.page_size_query_param:
                parameter["schema"] |= {"maximum": self.max_page_size, "default": self.page_size}
        return parameters

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        paged: dict[str, Any] = super().get_paginated_response_schema(schema)
        for name, page in (("next", 3), ("previous", 1)):
            paged["properties"][name]["example"] = f"https://play.example.org/api/v1/games/?page={page}"
        paged["properties"]["count"] |= {"description": f"Total number of items, counted up to {MAX_COUNTED}."}
        return paged
