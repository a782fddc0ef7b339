"""Base classes of every app's API, and the API of accounts itself.

A view of any app extends `base.ApiView` (or mixes `base.ApiMixin` into a generic view), names its permission with
`permissions.HasScope`, describes itself with `schema.describe`, calls a service and lets what the service raises
(`accounts.errors`) become the API's error format. Nothing here depends on games or tournaments.
"""
