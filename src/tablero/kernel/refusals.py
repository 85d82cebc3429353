"""Why an action is not allowed, and what is awaited instead: constants that name a rule and a message."""

from __future__ import annotations

from typing import NamedTuple


class Refusal(NamedTuple):
    rule: str       # id in the pack's rules.toml, "" when no rule of the game is concerned
    key: str        # message "refusal.<key>" of the catalogue


class Prompt(NamedTuple):
    rule: str                       # the rule by which something is asked
    key: str                        # message "prompt.<key>"
    args: tuple[tuple[str, str, int], ...] = ()     # (placeholder, kind, id)
    kind: str = ""                  # of several that are put in the same words: message "when.<key>.<kind>" for {when}

    @property
    def topic(self) -> str:
        """What a standing answer is for."""
        return f"{self.key}.{self.kind}" if self.kind else self.key


GAME_OVER = Refusal("", "game_over")
NOT_YOUR_TURN = Refusal("", "not_your_turn")
