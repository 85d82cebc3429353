"""What can be translated to C and yet not be imported."""

from __future__ import annotations

from tools.compiles import generic_dataclasses


def test_a_generic_dataclass_is_left_to_the_interpreter_or_refused() -> None:
    plain = "@dataclass(frozen=True)\nclass Game(Generic[S]):\n    code: str\n"
    assert ["Game"] == generic_dataclasses(plain)
    assert [] == generic_dataclasses(f"@interpreted\n{plain}")
    assert [] == generic_dataclasses(plain.replace("(Generic[S])", ""))
