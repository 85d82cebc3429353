"""What mypyc is told about classes; without it nothing of this has an effect. This module itself is never compiled.

`PROGRAM` is the folder of the sources, where texts and packs lie: compiled modules lie elsewhere.
`@mypyc_attr(allow_interpreted_subclasses=True)` stands on the classes that a game or a bot of one's own, which nobody
compiles, may be derived from. `@mypyc_attr(native_class=False)` stands on exceptions, and on classes with
attributes that are `once`: compiled objects have no place for what is kept.
"""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

PROGRAM: Final = Path(__file__).parents[1]
T = TypeVar("T")


class once(cached_property[T]):
    """`cached_property`, under a name of which mypyc does not make a plain property, which keeps nothing."""


if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr as mypyc_attr
else:
    def mypyc_attr(**attributes: bool):
        return lambda cls: cls
