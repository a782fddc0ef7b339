"""No sentence is left untranslated, in any language, for pages and for scripts."""

import pytest

from frontend.translations.catalogues import DOMAINS, Domain, gather, sentences
from frontend.translations.check import problems


@pytest.mark.slow
@pytest.mark.parametrize("domain", DOMAINS, ids=lambda domain: domain.name)
def test_every_sentence_is_translated_and_compiled(domain: Domain) -> None:
    """What is wrong is said by `manage.py translations check` too; docs/languages.md tells how to mend it."""
    assert any(True for _ in sentences(gather(domain))), "the sources say something"
    assert problems(domain) == []
