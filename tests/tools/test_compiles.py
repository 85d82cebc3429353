"""What can be translated to C and yet goes wrong."""

from __future__ import annotations

from tools.compiles import (
    cached_properties,
    endless,
    exceptions,
    generic_dataclasses,
    generics,
    subscripted,
    unset_tuples,
)


def test_a_generic_dataclass_is_left_to_the_interpreter_or_refused() -> None:
    plain = "@dataclass(frozen=True)\nclass Game(Generic[S]):\n    code: str\n"
    assert ["Game"] == generic_dataclasses(plain)
    assert [] == generic_dataclasses(f"@interpreted\n{plain}")
    assert [] == generic_dataclasses(plain.replace("(Generic[S])", ""))


def test_a_generic_class_is_given_its_argument_only_where_nobody_works_it_out() -> None:
    assert {"Game"} == generics("class Game(Generic[S]):\n    x: int\nclass State:\n    x: int\n")
    assert ["tablero.Game[State]"] == subscripted("A: TypeAlias = tablero.Game[State]\n", {"Game"})
    assert ["Game[State]"] == subscripted("def f(x: Game[S]) -> Game[S]:\n    g(Game[State], x)\n", {"Game"})
    assert [] == subscripted('A: TypeAlias = "Game[State]"\ndef f(x: Game[S]) -> B:\n    y: Game[S] = x[0]\n', {"Game"})


def test_a_property_that_would_not_be_kept_is_refused() -> None:
    assert cached_properties("from functools import cached_property, reduce\n")
    assert not cached_properties("from functools import cache\nfrom tablero.kernel.compiling import once\n")


def test_a_constant_that_could_not_be_read_is_refused() -> None:
    assert ["A", "B"] == unset_tuples("A: Final = (0.5, 1)\nB: Final = (1 / 3, 2 / 3)\nC: Final = (1, 0.5)\n")
    assert [] == unset_tuples("A: Final[tuple[float, ...]] = (0.5, 1)\nB: Final = 0.5\n")


def test_an_exception_is_left_to_the_interpreter_or_refused() -> None:
    """Compiled, the text of any error would end the process."""
    names = ("DeadEnd(Exception)", "Full(KeyError)", "Worse(x.BadPack)")
    plain = "".join(f"class {name}:\n    pass\n" for name in names)
    assert ["DeadEnd", "Full", "Worse"] == exceptions(plain)
    assert ["Full", "Worse"] == exceptions(f"@mypyc_attr(native_class=False)\n{plain}")
    assert [] == exceptions("class Frame:\n    pass\n")


def test_a_generator_expression_without_an_end_is_refused() -> None:
    """Compiled, it is a list first."""
    assert ["(n for n in count(1))"] == endless("a = takewhile(f, (n for n in count(1)))\n")
    assert ["(n for n in itertools.cycle(b))"] == endless("a = (n for n in itertools.cycle(b))\n")
    assert [] == endless("a = compress(count(), b)\nc = (n for n in found(b))\nd = [n for n in islice(cycle(b), 9)]\n")
