"""The types of all messages between page and server, as TypeScript: src/tablero/web/types.d.ts, from the server's own.

    python tools/page_types.py          writes the file
    python tools/page_types.py --check  says whether it is up to date
"""

from __future__ import annotations

import inspect
import os
import re
import sys
from pathlib import Path

import msgspec
from msgspec import inspect as kinds

os.environ["TABLERO_NATIVE"] = "0"      # compiled classes do not say what their tuples hold

from tablero.server import lessons, routes
from tablero.server.api import ENDPOINTS, Endpoint, Problem
from tablero.server.sockets import Answer, Message
from tablero.table.wire import Update

TARGET = Path(__file__).parents[1] / "src/tablero/web/types.d.ts"
HEAD = "// Written by tools/page_types.py from the server's message types: do not edit.\n"
PLAIN: dict[type[kinds.Type], str] = {
    kinds.IntType: "number", kinds.FloatType: "number", kinds.StrType: "string", kinds.BoolType: "boolean",
    kinds.NoneType: "null",
}
PLACE = re.compile(r"{[^}]*}")
ROUTES = """/** What a request takes and what it is answered, by its method and address without a query. */
export type Route<R extends string> =
{}
  never;
"""
Named = kinds.StructType | kinds.DataclassType


class Writer:
    """Declares every type that a message holds, once."""

    def __init__(self) -> None:
        self.declared: dict[str, tuple[type, str]] = {}

    def of(self, kind: object, sent: bool) -> str:
        """What a type is called. `sent` by the page: what has a default may be left out."""
        return self.name(msgspec.inspect.type_info(kind), sent)

    def name(self, kind: kinds.Type, sent: bool) -> str:
        match kind:
            case kinds.StructType() | kinds.DataclassType():
                return self.declare(kind, sent)
            case kinds.ListType(item_type=item) | kinds.VarTupleType(item_type=item):
                inner = self.name(item, sent)
                return f"({inner})[]" if " " in inner else f"{inner}[]"
            case kinds.TupleType(item_types=items):
                return f"[{', '.join(self.name(item, sent) for item in items)}]"
            case kinds.DictType(value_type=value):
                return f"Record<string, {self.name(value, sent)}>"
            case kinds.UnionType(types=types):
                return " | ".join(self.name(one, sent) for one in types)
            case kinds.LiteralType(values=values):
                return " | ".join(f'"{value}"' for value in values)
        return PLAIN[type(kind)]

    def route(self, made: Endpoint) -> str:
        """An endpoint as a line of the type `Route`."""
        returns = "null" if made.returns is None else "never" if made.returns is bytes else self.of(made.returns, False)
        body = "undefined" if made.body is None else self.of(made.body, True)
        return f"  R extends `{made.method} {PLACE.sub('${string}', made.path)}` ? [{body}, {returns}] :"

    def declare(self, kind: Named, sent: bool) -> str:
        cls, name = kind.cls, kind.cls.__name__
        if name in self.declared:
            assert cls is self.declared[name][0], f"two types are called {name}"
            return name
        self.declared[name] = cls, ""
        optional = sent or isinstance(kind, kinds.StructType) and cls.__struct_config__.omit_defaults
        lines = [
            f"  {field.encode_name}{'' if field.required or not optional else '?'}: {self.name(field.type, sent)};"
            for field in kind.fields
        ]
        if isinstance(kind, kinds.StructType) and kind.tag is not None:
            lines.insert(0, f'  {kind.tag_field}: "{kind.tag}";')
        told = inspect.cleandoc(cls.__doc__ or "").partition("\n\n")[0].replace("\n", " ")
        comment = f"/** {told} */\n" if told and not told.startswith(f"{name}(") else ""
        self.declared[name] = cls, f"{comment}export interface {name} {{\n" + "\n".join(lines) + "\n}\n"
        return name


def written() -> str:
    assert {routes.__name__, lessons.__name__}      # their endpoints are declared when they are imported
    writer = Writer()
    writer.of(Update, False)
    writer.of(Problem, False)
    sent = writer.of(Message, True)
    answered = writer.of(Answer, False)
    unions = (
        f"/** What the page sends over its socket. */\nexport type Message =\n  {sent};\n\n"
        f"/** What it is answered; updates come besides. */\nexport type Answer =\n  {answered};\n"
    )
    routes_ = "\n".join(writer.route(made) for made in sorted(ENDPOINTS, key=specific, reverse=True))
    return "\n".join([HEAD, unions, ROUTES.format(routes_), *(text for _, text in writer.declared.values())])


def specific(made: Endpoint) -> tuple[int, int]:
    """A placeholder of a type may hold anything, slashes too, so the longer address has to be tried first."""
    return made.path.count("/"), -made.path.count("{")


def main(check: bool) -> int:
    text = written()
    if not check:
        TARGET.write_text(text, "utf-8")
    elif not TARGET.is_file() or TARGET.read_text("utf-8") != text:
        print("src/tablero/web/types.d.ts is out of date: run `python tools/page_types.py`")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv))
