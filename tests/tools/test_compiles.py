"""What can be translated to C and yet goes wrong."""

from __future__ import annotations

from tools.compiles import cached_properties, generic_dataclasses


def test_a_generic_dataclass_is_left_to_the_interpreter_or_refused() -> None:
    plain = "@dataclass(frozen=True)\nclass Game(Generic[S]):\n    code: str\n"
    assert ["Game"] == generic_dataclasses(plain)
    assert [] == generic_dataclasses(f"@interpreted\n{plain}")
    assert [] == generic_dataclasses(plain.replace("(Generic[S])", ""))


def test_a_property_that_would_not_be_kept_is_refused() -> None:
    assert cached_properties("from functools import cached_property, reduce\n")
    assert not cached_properties("from functools import cache\nfrom tablero.kernel.compiling import once\n")
