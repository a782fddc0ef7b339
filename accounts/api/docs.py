"""The page that shows the schema to people, from this site alone and without inline script or style."""

from drf_spectacular.views import SpectacularSwaggerSplitView


class DocsView(SpectacularSwaggerSplitView):
    template_name = "accounts/api_docs.html"
    url_name = "api-schema"
