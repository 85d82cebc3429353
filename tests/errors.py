"""What a test expects to go wrong: the class of the error, its key and its values, whatever the words are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import pytest

from tablero.kernel.errors import TableroError
from tablero.kernel.messages import Message

E = TypeVar("E", bound=TableroError)


@contextmanager
def raises(error: type[E], key: str, /, **values: object) -> Iterator[pytest.ExceptionInfo[E]]:
    with pytest.raises(error) as caught:
        yield caught
    assert (key, values) == (caught.value.key, given(caught.value, values))


def given(error: TableroError, names: Iterable[str]) -> dict[str, object]:
    """Those of the values of an error; a message by its key."""
    found = {name: error.values.get(name) for name in names}
    return {name: value.key if isinstance(value, Message) else value for name, value in found.items()}
