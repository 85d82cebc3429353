"""Records of games: a header, and every action with its chance results, those that were taken back too.

A record replays without a generator, because each action has its chance results with it. With the seed, which is
published when the game is over, `verify` computes every die and draw again, compares, and says what this proves. Each
line carries a running checksum, so that damage is found in its line.

    {"tablero": 2, "game": "dpyr", "scenario": "arquijas", ..., "commitment": "9f…", "opening": [1], "sum": "5c…"}
    {"n": 1, "seat": "carlist", "do": "place c_guias 1304", "chance": [], "sum": "a0…"}
    {"n": 2, "back": 0, "sum": "b3…"}
    {"end": 812, "over": true, "state": "77…", "result": {...}, "seed": "2a…", "sum": "e1…"}
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from tablero.kernel import rng
from tablero.kernel.actions import Action
from tablero.kernel.engine import apply
from tablero.kernel.errors import BadRecord, NotAllowed, TableroError
from tablero.kernel.events import Event
from tablero.kernel.frames import State
from tablero.kernel.game import Edition, Game
from tablero.kernel.history import Back, Ending, Entry, Item, Origin, Skip, Way, kept, lines_of, replay_action
from tablero.kernel.positions import Data, fingerprint, shape
from tablero.kernel.proof import Proof, Taken
from tablero.kernel.record_lines import Line, checked_lines, field_of, hexadecimal_of, number_of, numbers_of, written
from tablero.kernel.record_reading import ending_of, game_of, items_of, origins_of, shares_of, skipped_of, start_of

FORMAT = 2


@dataclass(slots=True)
class Record:
    """A game as it was played so far; `state` is the current position."""

    game: Game[State]
    scenario: str
    options: dict[str, str]
    secret: bool
    commitment: str
    seed: int | None            # the server's; None if it is not known: the record can be replayed, not continued
    opening: tuple[int, ...]    # chance results before the first decision
    history: list[Item]         # all that was played, in order
    state: State
    entries: list[Entry] = field(default_factory=list)      # the actions that count: it follows from the history
    shares: tuple[str, ...] = ()                            # by seat: the players' numbers, mixed with the seed
    start_number: int = 1                                   # a game may be started anew before its first action
    origins: tuple[Origin, ...] = ()                        # of a fork
    ending: Ending | None = None
    past: list[State] = field(default_factory=list)         # a clone before each action that can still be undone

    @property
    def edition(self) -> Edition:
        return Edition(self.state.rules, self.state.printed)

    @property
    def foreign(self) -> int:
        """How many of the lines of the history were taken over from other games."""
        return self.origins[-1].until if self.origins else 0

    @property
    def taken_over(self) -> int:
        """How many actions were taken over from other games."""
        return len(kept(self.history[: self.foreign]))

    # --- playing

    @classmethod
    def start(
        cls,
        game: Game[State],
        scenario: str,
        seed: int | None = None,
        options: Mapping[str, str] | None = None,
        secret: bool = False,
        edition: Edition | None = None,
        shares: Sequence[str] = (),
        start_number: int = 1,
    ) -> Record:
        """A new game under a seed that nobody knows, or under the one given, mixed with the players' numbers."""
        seed = rng.fresh_seed() if seed is None else seed
        s = game.new(scenario, rng.mixed(seed, shares, start_number), options, secret, edition=edition)
        chosen = game.chosen(options or {})
        return cls(
            game, scenario, chosen, secret, rng.commitment(seed), seed, tuple(s.rolled), [], s,
            shares=tuple(shares), start_number=start_number,
        )

    def apply(self, seat: int, action: Action) -> list[Event]:
        """Play an action and add it to the record."""
        if self.seed is None:
            raise BadRecord("no_seed")
        before = self.state.clone()
        told = apply(self.state, seat, action)
        self._append(before, seat, action)
        return told

    def apply_recorded(self, seat: int, action: Action, chance: Sequence[int]) -> list[Event]:
        """Play an action as it was played before, with these chance results, which the generator skips."""
        before = self.state.clone()
        told = replay_action(self.state, seat, action, chance)
        self.state.rng += len(chance)
        self._append(before, seat, action)
        return told

    def _append(self, before: State, seat: int, action: Action) -> None:
        entry = Entry(seat, action, tuple(self.state.rolled))
        self.entries.append(entry)
        self.history.append(entry)
        if self.state.rolled or self.state.revealed or not self._own(seat):
            self.past.clear()
        if not (self.state.rolled or self.state.revealed):
            self.past.append(before)

    def _own(self, seat: int) -> bool:
        """Was the action before the last one by the same seat?"""
        return len(self.entries) < 2 or self.entries[-2].seat == seat

    def can_undo(self, seat: int) -> bool:
        """May this seat undo its last action without consent: no chance, nothing revealed, no other answer since?"""
        return bool(self.past) and self.entries[-1].seat == seat

    def undo(self, seat: int) -> Action:
        """Take back the last action of a seat, up to the last barrier; it used no dice, and leaves no trace."""
        if not self.can_undo(seat):
            raise NotAllowed("no_undo")
        self.state = self.past.pop()
        self.history.pop()
        return self.entries.pop().action

    def take_back(self, n: int) -> None:
        """Go back to the first n actions, by consent; the dice to come will differ from those that were seen."""
        if not 0 <= n <= len(self.entries):
            raise BadRecord("back", actions=len(self.entries), n=n)
        s = self.replay(n)
        s.rng, s.script = self.state.rng, None
        self.history.append(Back(n))
        del self.entries[n:]
        self.past.clear()
        self.state = s

    def fork(self, n: int, seed: int | None = None, shares: Sequence[str] = (), start_number: int = 1) -> Record:
        """The game after its first n actions, to be continued under a seed of its own."""
        if not 0 <= n <= len(self.entries):
            raise BadRecord("fork", actions=len(self.entries), n=n)
        seed = rng.fresh_seed() if seed is None else seed
        s = self.replay(n)
        s.rng = rng.start(rng.mixed(seed, shares, start_number))
        s.script = None
        until = lines_of(self.history)[n - 1] if n else 0
        from_ = next((origin for origin in self.origins if origin.until >= until), self._own_origin())
        earlier = (origin for origin in self.origins if origin.until < until)
        origins = (*earlier, Origin(until, from_.commitment, from_.seed, from_.shares, from_.start))
        fields = (self.game, self.scenario, dict(self.options), self.secret, rng.commitment(seed), seed, self.opening)
        return Record(
            *fields, self.history[:until], s, self.entries[:n], tuple(shares), start_number, origins,
        )

    def _own_origin(self) -> Origin:
        """The part that was played in this game."""
        return Origin(len(self.history), self.commitment, self.seed, self.shares, self.start_number)

    # --- replaying

    def replay(self, upto: int | None = None) -> State:
        """Play the actions that count again from their chance results; every action is checked."""
        s = self._replayed_opening()
        s.quiet = True
        for n, entry in enumerate(self.entries[:upto], 1):
            try:
                replay_action(s, entry.seat, entry.action, entry.chance)
            except TableroError as error:
                raise BadRecord("replay", n=n, line=n + 1, why=error.message) from error
        s.quiet = False
        return s

    def story(self) -> Iterator[tuple[Entry, State, list[Event]]]:
        """Each action that counts, the state after it, and its events."""
        s = self._replayed_opening()
        s.events.clear()
        for entry in self.entries:
            yield entry, s, replay_action(s, entry.seat, entry.action, entry.chance)

    def _replayed_opening(self) -> State:
        try:
            s = self.game.new(self.scenario, 0, self.options, self.secret, list(self.opening), self.edition)
        except BadRecord as error:
            raise BadRecord("opening", why=error.message) from error
        if s.script:
            raise BadRecord("opening_unused", results=s.script)
        return s

    def _replayed_history(self) -> State:
        """The position to which all that was played leads, what was taken back included; it is checked, too."""
        s = self._replayed_opening()
        s.quiet = True
        way = Way(s)
        for n, item in enumerate(self.history, 1):
            if isinstance(item, Back):
                if item.to > len(way.entries):
                    raise BadRecord("back_line", line=n + 1, actions=len(way.entries), n=item.to)
                s = way.back(item.to)
            elif isinstance(item, Entry):
                try:
                    replay_action(s, item.seat, item.action, item.chance)
                except TableroError as error:
                    raise BadRecord("replay", n=n, line=n + 1, why=error.message) from error
                way.go(item, s)
        s.quiet = False
        return s

    def verify(self) -> Proof:
        """Compute every chance result from the seed, and the result from the actions; the first that differs is a
        `BadRecord`."""
        if self.seed is None:
            raise BadRecord("seed_untold")
        parts = [*self.origins, self._own_origin()]
        for part in parts:
            if part.seed is not None and rng.commitment(part.seed) != part.commitment:
                raise BadRecord("seed_other")
        s, chance = self._dealt(parts[0])
        way, part, parts, lines = Way(s), parts[0], parts[1:], 0
        for lines, item in enumerate(self.history, 1):
            while lines > part.until:
                part, parts = parts[0], parts[1:]
                _under(s, part)
            if isinstance(item, Skip):
                s.rng += item.n
            elif isinstance(item, Back):
                generator = s.rng
                s = way.back(item.to)
                s.rng, s.script = generator, None
            else:
                chance += self._again(s, item, lines, part)
                way.go(item, s)
        if fingerprint(s) != fingerprint(self.state):
            raise BadRecord("final_position")
        return self._proof(chance)

    def _dealt(self, part: Origin) -> tuple[State, int]:
        """The opening, and how many of its chance results are proved."""
        if part.seed is None:
            return self._replayed_opening(), 0
        seed = rng.mixed(part.seed, part.shares, part.start)
        s = self.game.new(self.scenario, seed, self.options, self.secret, edition=self.edition)
        if tuple(s.rolled) != self.opening:
            raise BadRecord("opening_chance", expected=s.rolled, found=self.opening)
        return s, len(self.opening)

    def _again(self, s: State, entry: Entry, n: int, part: Origin) -> int:
        """Play an action again, with dice of the generator if the seed is known; how many chance results are proved."""
        try:
            if part.seed is None:
                replay_action(s, entry.seat, entry.action, entry.chance)
                return 0
            apply(s, entry.seat, entry.action)
        except TableroError as error:
            raise BadRecord("illegal", n=n, line=n + 1, why=error.message) from error
        if tuple(s.rolled) != entry.chance:
            raise BadRecord("chance", n=n, line=n + 1, expected=s.rolled, found=entry.chance)
        return len(entry.chance)

    def _proof(self, chance: int) -> Proof:
        taken = [
            Taken(len(kept(self.history[: origin.until])), origin.commitment, origin.seed is not None)
            for origin in self.origins
        ]
        own = [*self.origins, self._own_origin()]
        known = [
            item.n for lines, item in enumerate(self.history, 1) if isinstance(item, Skip)
            and next(part for part in own if part.until >= lines).seed is not None
        ]
        played = sum(isinstance(item, Entry) for item in self.history)
        return Proof(
            len(self.entries), chance, played - len(self.entries), self.commitment,
            sum(map(bool, self.shares)), self.start_number, tuple(taken), sum(known), self.state.over,
            self.ending.kind if self.ending else "",
        )

    # --- files

    def text(self, private: bool = False) -> str:
        """The record as lines of JSON. The seed is in it if the game is over, or if it is `private`."""
        told = self.state.over or self.ending is not None or private
        header: Line = {
            "tablero": FORMAT,
            "game": self.game.code,
            "scenario": self.scenario,
            "options": cast(Data, self.options),
            "rules": self.state.rules,
            "cards": self.state.printed,
            "pack": self.game.pack.hash(),
            "shape": shape(self.game.state),
            "secret": self.secret,
            "commitment": self.commitment,
            **_shares(self.shares, self.start_number),
            "origins": [self._origin_line(origin, told) for origin in self.origins],
            "opening": list(self.opening),
        }
        lines = [header, *(self._line(n, item) for n, item in enumerate(self.history, 1))]
        end: Line = {"end": len(self.history), "over": self.state.over, "state": fingerprint(self.state)}
        if self.state.over:
            end["result"] = cast(Data, self.state.result)
        if self.ending is not None:
            end["ending"] = {
                "kind": self.ending.kind, "winners": [self.game.seats[seat] for seat in self.ending.winners]
            }
        if self.seed is not None and told:
            end["seed"] = f"{self.seed:x}"
        return written([*lines, end])

    def _line(self, n: int, item: Item) -> Line:
        if isinstance(item, Back):
            return {"n": n, "back": item.to}
        if isinstance(item, Skip):
            return {"n": n, "skip": item.n}
        seat, do = self.game.seats[item.seat], self.game.write(self.state, item.action)
        return {"n": n, "seat": seat, "do": do, "chance": list(item.chance)}

    @staticmethod
    def _origin_line(origin: Origin, told: bool) -> Data:
        known: Line = {"seed": f"{origin.seed:x}"} if told and origin.seed is not None else {}
        line: Line = {"until": origin.until, "commitment": origin.commitment}
        return {**line, **_shares(origin.shares, origin.start), **known}

    def save(self, path: Path | str, private: bool = False) -> None:
        """Write the record in one piece: an interrupted save leaves the old file as it was."""
        path = Path(path)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(self.text(private))
                file.flush()
                os.fsync(file.fileno())
            os.replace(name, path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise

    @classmethod
    def load(cls, path: Path | str) -> Record:
        """Read a record and replay it."""
        try:
            data = Path(path).read_bytes()
            text = data.decode("utf-8")
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            raise BadRecord("encoding", path=path, line=line) from None
        except OSError as error:
            raise BadRecord("unreadable", path=path, why=error.strerror) from None
        return cls.parse(text)

    @classmethod
    def parse(cls, text: str) -> Record:
        """The record of a text; if anything is wrong, `BadRecord` says where."""
        lines = checked_lines(text)
        header, end, last = lines[0], lines[-1], len(lines)
        game, edition = game_of(header)
        pack, commitment = field_of(header, 1, "pack", str), field_of(header, 1, "commitment", str)
        chosen = {str(k): str(v) for k, v in field_of(header, 1, "options", dict).items()}
        scenario, secret = field_of(header, 1, "scenario", str), field_of(header, 1, "secret", bool)
        opening = numbers_of(header, 1, "opening")
        try:
            s = game.new(scenario, 0, chosen, secret, opening[:], edition)
        except TableroError as error:
            raise BadRecord("line", line=1, why=error.message) from error
        history = [item for number, line in enumerate(lines[1:-1], 2) for item in items_of(game, s, line, number)]
        if number_of(end, last, "end") != last - 2:
            raise BadRecord("length", line=last, expected=end["end"], found=last - 2)
        history += skipped_of(end, last)
        record = cls(
            game, scenario, chosen, secret, commitment, hexadecimal_of(end, last, "seed"), tuple(opening), history, s,
            shares=shares_of(header, game), start_number=start_of(header), origins=origins_of(header, history, game),
            ending=ending_of(end, last, game),
        )
        try:
            record.state = record._replayed_history()
        except BadRecord as error:
            if pack != game.pack.hash():
                raise BadRecord("pack", why=error.message) from error
            raise
        record.entries = kept(history)
        record._compare(end, last, header.get("shape") == shape(game.state))
        record._set_generator()
        return record

    def _compare(self, end: Line, last: int, same_columns: bool) -> None:
        """Is the last line what the actions lead to?"""
        if field_of(end, last, "state", str) != fingerprint(self.state) and same_columns:
            raise BadRecord("other_position", line=last)
        result = json.loads(json.dumps(self.state.result)) if self.state.over else None
        if (field_of(end, last, "over", bool), end.get("result")) != (self.state.over, result):
            raise BadRecord("other_result", line=last)

    def _set_generator(self) -> None:
        """The generator goes on after all chance results that were used or passed over under this seed."""
        self.state.script = None
        if self.seed is None:
            self.state.rng = self.state.rng if self.state.over else 0
            return
        own = [item for item in self.history[self.foreign :] if not isinstance(item, Back)]
        used = sum(len(item.chance) if isinstance(item, Entry) else item.n for item in own)
        opening = 0 if self.origins else len(self.opening)
        self.state.rng = rng.start(rng.mixed(self.seed, self.shares, self.start_number)) + opening + used


def _under(s: State, part: Origin) -> None:
    """From here on the dice are those of another seed."""
    s.script = None
    if part.seed is not None:
        s.rng = rng.start(rng.mixed(part.seed, part.shares, part.start))


def _shares(shares: Sequence[str], start: int) -> Line:
    found: Line = {"shares": list(shares)} if any(shares) else {}
    return {**found, "start": start} if start != 1 else found
