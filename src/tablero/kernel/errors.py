"""Everything that can go wrong, in one small family with stable codes.

    TableroError
      IllegalAction   illegal_action    an action that was not offered
      NotYourTurn     not_your_turn     a seat that is not asked
      StaleState      stale_state       an answer to a question that is no longer open
      GameOver        game_over         an action after the end
      BadRecord       bad_record        a record that is damaged, edited, foreign or does not replay
      BadPack         bad_pack          a data file with a missing or wrong value
      UnknownName     unknown_name      a game, scenario, option, seat, bot or rule that does not exist

Every error says what was wrong and what would have been right. None of them changes a state.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class TableroError(Exception):
    """Base of the family; `code` is stable and meant for programs, the text is meant for people."""

    code = "error"

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


class IllegalAction(TableroError):
    code = "illegal_action"

    def __init__(self, text: str, rule: str = "", key: str = "") -> None:
        super().__init__(text)
        self.rule = rule    # id of the rule that refuses the action, "" if none does
        self.key = key      # message key of the refusal


class NotYourTurn(TableroError):
    code = "not_your_turn"


class StaleState(TableroError):
    code = "stale_state"


class GameOver(TableroError):
    code = "game_over"


class BadRecord(TableroError):
    code = "bad_record"


class BadPack(TableroError):
    """Names the file, and the row and column or the path of the key inside it."""

    code = "bad_pack"

    def __init__(self, file: str, where: str, text: str) -> None:
        super().__init__(f"{file}, {where}: {text}" if where else f"{file}: {text}")
        self.file = file
        self.where = where


class UnknownName(TableroError):
    """A name that does not exist, with the names that do."""

    code = "unknown_name"

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        names = sorted(known)
        near = difflib.get_close_matches(name, names, n=1)
        hint = f" Did you mean {near[0]!r}?" if near else ""
        super().__init__(f"There is no {kind} {name!r}.{hint} Known: {', '.join(names) or 'none'}.")
        self.kind = kind
        self.name = name
