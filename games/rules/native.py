"""Integer types of the compiled engines, and their plain Python equivalents.

This module itself is never compiled: with mypyc `vec[i64]` is a packed array of machine integers, interpreted it is a
plain list, and the same source works with both.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from librt.vecs import append as append
    from librt.vecs import vec as vec
    from mypy_extensions import i64 as i64
else:
    vec = list
    i64 = int

    def append(items, item):
        items.append(item)
        return items
