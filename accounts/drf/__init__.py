"""How every API view of the site works: authentication, errors, rate limits (throttling), ETags, pagination, schema.

A view of any app extends `base.ApiView` (or mixes `base.ApiMixin` into a generic view), names its permission with
`permissions.HasScope`, describes itself with `schema.describe`, calls a service and lets what the service raises
(`accounts.errors`) become the API's error format. Nothing here depends on games or tournaments.
"""
