"""QR codes as SVG, for pages and paper."""

from urllib.parse import urlsplit

import qrcode
from django.utils.safestring import SafeString
from qrcode.image.svg import SvgPathFillImage

LOCAL_HOSTS = ("localhost", "127.0.0.1", "::1")


def opens_on_phones(address: str) -> bool:
    """Whether other machines can open an address: one of this machine alone needs no QR code."""
    return urlsplit(address).hostname not in LOCAL_HOSTS


def qr_svg(text: str) -> SafeString:
    """Black on white in every theme: cameras can't read an inverted QR code."""
    image = qrcode.make(text, image_factory=SvgPathFillImage)
    # No text of the caller is in it: the code is drawn as a path.
    return SafeString(image.to_string(encoding="unicode"))  # nosec B703
