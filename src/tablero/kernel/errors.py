"""Everything that can go wrong, in one family.

    TableroError
      IllegalAction     illegal_action    an action that is not offered
      NotYourTurn       not_your_turn     a seat that is not asked
      StaleState        stale_state       an answer to a question that is no longer open
        Conflict        stale_state       a change to a table that has changed in the meantime
      GameOver          game_over         an action after the end
      NotAllowed        not_allowed       something that this person may not do at this table
      UnknownName       unknown_name      a game, scenario, option, seat, bot or rule that does not exist
      BadRecord         bad_record        a record that is damaged, edited, foreign or does not replay
      BadPack           bad_pack          a data file with a missing or wrong value
      BadBot            bad_bot           a bot that cannot be loaded, or that fails in a game
      BadRun            bad_run           a directory or setting of a simulation that does not fit
      BadCommand        bad_command       a command line that contradicts itself
      BadRequest        bad_request       a request to the server that does not fit
        BadAddress      bad_request       an address to which the server sends nothing
      TooLarge          too_large         a request that is too large
      TooMany           too_many          requests that come too fast
      NotSignedIn       not_signed_in     no session, or a wrong password
      CrossSite         cross_site        a request from the page of another site
      NotDelivered      not_delivered     a test notice that could not be delivered
      StoreFailed       store_failed      a database that cannot be read or written
      Fault             fault             a bug of the server: the log says more

An error carries a code for programs, the key of its message and the values that fill it in. Its words are in
`text/errors.<language>.toml`, under `error.<code>.<key>`; they are looked up where somebody reads them. Every error
says what was wrong and what would have been right. None of them changes a state.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from tablero.kernel.messages import Message, errors
from tablero.kernel.refusals import Refusal


class TableroError(Exception):
    """Base of the family. `str` is English; `in_words` is for readers of any language."""

    code = "error"
    rule = ""           # id of the game's rule that is concerned, if there is one

    def __init__(self, key: str, **values: object) -> None:
        # `args` stay what the constructor was called with, so that an error can be sent to another process
        self.key = key
        self.values = values

    @property
    def message(self) -> Message:
        return Message(f"error.{self.code}.{self.key}", self.values)

    def in_words(self, language: str) -> str:
        return errors(language).word(self.message)

    def __str__(self) -> str:
        return self.in_words("en")

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.key!r}: {self})"


class IllegalAction(TableroError):
    """`refusal` says why a rule forbids the action; a `Speech` of the game has the words for it."""

    code = "illegal_action"

    def __init__(self, key: str, refusal: Refusal | None = None, **values: object) -> None:
        super().__init__(key, **values)
        self.refusal = refusal
        self.rule = refusal.rule if refusal else ""


class NotYourTurn(TableroError):
    code = "not_your_turn"


class StaleState(TableroError):
    code = "stale_state"


class Conflict(StaleState):
    pass


class GameOver(TableroError):
    code = "game_over"


class NotAllowed(TableroError):
    code = "not_allowed"


class UnknownName(TableroError):
    """A name that does not exist, with the names that do. The kinds of names are the messages `error.kind.<kind>`."""

    code = "unknown_name"

    def __init__(self, kind: str, name: str, known: Iterable[str] = (), **more: object) -> None:
        names = sorted(known)
        near = difflib.get_close_matches(name, names, n=1)
        key = "near" if near else "known" if names else "name"
        super().__init__(key, kind=Message(f"error.kind.{kind}", more), name=name, near="".join(near), known=names)


class BadRecord(TableroError):
    code = "bad_record"


class BadPack(TableroError):
    """Names the file, and the row and column (messages `error.at.<key>`) or the path of the key inside it."""

    code = "bad_pack"

    def __init__(self, file: str, where: Message | str, key: str, **values: object) -> None:
        place = Message("error.at.file", {"file": file, "where": where}) if where else file
        super().__init__(key, place=place, **values)
        self.file = file
        self.where = where


class BadBot(TableroError):
    code = "bad_bot"


class BadRun(TableroError):
    code = "bad_run"


class BadCommand(TableroError):
    code = "bad_command"


class BadRequest(TableroError):
    code = "bad_request"


class BadAddress(BadRequest):
    pass


class TooLarge(TableroError):
    code = "too_large"


class TooMany(TableroError):
    code = "too_many"


class NotSignedIn(TableroError):
    code = "not_signed_in"


class CrossSite(TableroError):
    code = "cross_site"


class NotDelivered(TableroError):
    code = "not_delivered"


class StoreFailed(TableroError):
    code = "store_failed"


class Fault(TableroError):
    code = "fault"
