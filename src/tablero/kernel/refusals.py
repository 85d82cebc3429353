"""Refusals and prompts: why an action is not allowed, and what is asked, as a rule and a message key."""

from __future__ import annotations

from typing import NamedTuple


class Refusal(NamedTuple):
    rule: str       # id in the pack's rules.toml, "" if no rule of the game is concerned
    key: str        # message "refusal.<key>" of the catalogue


class Prompt(NamedTuple):
    rule: str                       # the rule by which something is asked
    key: str                        # message "prompt.<key>"
    args: tuple[tuple[str, str, int], ...] = ()     # (placeholder, kind, id)
    kind: str = ""                  # tells questions with the same words apart: messages "when.<key>.<kind>" for
                                    # {when}, and "about.<key>.<kind>", with the args, for {about}

    @property
    def topic(self) -> str:
        """The kind of question: what a standing answer applies to."""
        return f"{self.key}.{self.kind}" if self.kind else self.key


GAME_OVER = Refusal("", "game_over")
NOT_YOUR_TURN = Refusal("", "not_your_turn")
