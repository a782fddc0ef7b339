"""All texts are translated in all languages, for pages and for scripts."""

import pytest

from frontend.translations.catalogues import DOMAINS, Domain, gather, sentences
from frontend.translations.check import problems


@pytest.mark.slow
@pytest.mark.parametrize("domain", DOMAINS, ids=lambda domain: domain.name)
def test_every_text_is_translated_and_compiled(domain: Domain) -> None:
    """`manage.py translations check` reports the same problems; docs/languages.md says how to fix them."""
    assert any(True for _ in sentences(gather(domain))), "no texts found in the sources"
    assert problems(domain) == []
