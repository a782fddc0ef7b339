"""The client's network, for rate limits."""

import ipaddress

from allauth.account.adapter import get_adapter
from django.core.exceptions import ImproperlyConfigured, PermissionDenied
from django.http import HttpRequest

IPV6_PREFIX = 64  # one household or one server: a limit per address would be none


def client_network(request: HttpRequest) -> str:
    """The client's IPv4 address or IPv6 network; forwarded headers count only behind the proxies configured."""
    try:
        address = ipaddress.ip_address(get_adapter().get_client_ip(request))
    except (ValueError, PermissionDenied, ImproperlyConfigured):  # the last: fewer hops than proxies are configured
        return "unknown"
    if address.version == 6:
        return str(ipaddress.ip_network(f"{address}/{IPV6_PREFIX}", strict=False))
    return str(address)
