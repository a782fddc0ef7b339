"""The API schema, and the page that shows it to people, without third-party or inline scripts."""

from functools import lru_cache

from django.http import HttpResponse
from django.utils.translation import get_language
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.request import Request

KEPT = 12  # of up to a megabyte each: enough for the languages and formats in use


class SchemaView(SpectacularAPIView):
    def _get_schema_response(self, request: Request) -> HttpResponse:
        renderer = request.accepted_renderer
        name = self._get_filename(request, None)
        return HttpResponse(
            written_schema(get_language(), renderer.media_type),
            content_type=renderer.media_type + (f"; charset={renderer.charset}" if renderer.charset else ""),
            headers={"Content-Disposition": f'inline; filename="{name}"'},
        )


class DocsView(SpectacularSwaggerSplitView):
    template_name = "accounts/api_docs.html"
    url_name = "api-schema"


@lru_cache(KEPT)
def written_schema(language: str | None, media_type: str) -> str | bytes:
    """The serialised schema, cached per process: it is the same for all users, and takes half a second."""
    renderer = next(one for one in SchemaView.renderer_classes if one.media_type == media_type)
    schema = SchemaGenerator().get_schema(request=None, public=True)
    return renderer().render(schema, accepted_media_type=media_type, renderer_context={})
