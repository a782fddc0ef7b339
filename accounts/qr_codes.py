"""QR codes as SVG, for pages and paper."""

import qrcode
from django.utils.safestring import SafeString
from qrcode.image.svg import SvgPathFillImage


def qr_svg(text: str) -> SafeString:
    """Black on white in every theme: cameras can't read an inverted QR code."""
    image = qrcode.make(text, image_factory=SvgPathFillImage)
    # No text of the caller is in it: the code is drawn as a path.
    return SafeString(image.to_string(encoding="unicode"))  # nosec B703
