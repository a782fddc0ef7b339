"""Lists come in pages, and a page has a largest size."""

from rest_framework.pagination import PageNumberPagination


class Pages(PageNumberPagination):
    """`?page=2&page_size=50`; asking for more than the largest size gives the largest size."""

    page_size = 25
    page_size_query_param = "page_size"
    max_page_size = 100
