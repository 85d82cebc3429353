"""Records of games: a header, and every action with its chance results.

A record replays without a generator, because each action has its chance results with it. With the seed, which is
published when the game is over, `verify` computes every die and draw again and compares. Each line carries a running
checksum, so that damage is found in its line.

    {"tablero": 1, "game": "dpyr", "scenario": "arquijas", ..., "commitment": "9f…", "opening": [1], "sum": "5c…"}
    {"n": 1, "seat": "carlist", "do": "place c_guias 1304", "chance": [], "sum": "a0…"}
    {"end": 812, "over": true, "state": "77…", "result": {...}, "seed": "2a…", "sum": "e1…"}
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar, cast

from tablero.kernel import rng
from tablero.kernel.actions import Action
from tablero.kernel.engine import apply, apply_trusted, options, players
from tablero.kernel.errors import BadRecord, NotAllowed, TableroError
from tablero.kernel.events import Event
from tablero.kernel.frames import State
from tablero.kernel.game import Edition, Game, find
from tablero.kernel.positions import Data, fingerprint, shape

FORMAT = 1
OWN = -1        # origin of a record that is not a fork

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Entry:
    """One action with its chance results."""

    seat: int
    action: Action
    chance: tuple[int, ...]
    skipped: int = 0            # chance results before it that were taken back, and are never used again


@dataclass(slots=True)
class Record:
    """A game as it was played so far; `state` is the current position."""

    game: Game[State]
    scenario: str
    options: dict[str, str]
    secret: bool
    commitment: str
    seed: int | None            # None if it is not known: the record can be replayed, not continued
    opening: tuple[int, ...]    # chance results before the first decision
    entries: list[Entry]
    state: State
    origin: int = OWN           # a fork: the opening and this many entries were played under another seed
    past: list[State] = field(default_factory=list)     # a clone before each action that can still be undone
    skipped: int = 0            # chance results taken back since the last action

    @property
    def edition(self) -> Edition:
        return Edition(self.state.rules, self.state.printed)

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
    ) -> Record:
        """A new game under a seed that nobody knows, or under the one given."""
        seed = rng.fresh_seed() if seed is None else seed
        s = game.new(scenario, seed, options, secret, edition=edition)
        chosen = game.chosen(options or {})
        return cls(game, scenario, chosen, secret, rng.commitment(seed), seed, tuple(s.rolled), [], s)

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
        self.entries.append(Entry(seat, action, tuple(self.state.rolled), self.skipped))
        self.skipped = 0
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
        """Take back the last action of a seat, up to the last barrier."""
        if not self.can_undo(seat):
            raise NotAllowed("no_undo")
        self.state = self.past.pop()
        undone = self.entries.pop()
        self.skipped = undone.skipped
        return undone.action

    def take_back(self, n: int) -> None:
        """Go back to the first n actions, by consent; the dice to come will differ from those that were seen."""
        if not 0 <= n <= len(self.entries):
            raise BadRecord("back", actions=len(self.entries), n=n)
        s = self.replay(n)
        s.rng, s.script = self.state.rng, None
        self.skipped += sum(len(entry.chance) + entry.skipped for entry in self.entries[max(n, self.origin) :])
        self.origin = min(self.origin, n)
        del self.entries[n:]
        self.past.clear()
        self.state = s

    def fork(self, n: int, seed: int | None = None) -> Record:
        """The game after its first n actions, to be continued under a seed of its own."""
        if not 0 <= n <= len(self.entries):
            raise BadRecord("fork", actions=len(self.entries), n=n)
        seed = rng.fresh_seed() if seed is None else seed
        s = self.replay(n)
        s.rng = rng.start(seed)
        s.script = None
        fields = (self.game, self.scenario, dict(self.options), self.secret, rng.commitment(seed), seed, self.opening)
        return Record(*fields, self.entries[:n], s, origin=n)

    # --- replaying

    def replay(self, upto: int | None = None) -> State:
        """Play the record again from its chance results; every action is checked."""
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
        """Each action, the state after it, and its events."""
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

    def verify(self) -> None:
        """Compute every chance result from the seed; the first that differs is a `BadRecord`."""
        if self.seed is None:
            raise BadRecord("seed_untold")
        if rng.commitment(self.seed) != self.commitment:
            raise BadRecord("seed_other")
        if self.origin == OWN:
            s = self.game.new(self.scenario, self.seed, self.options, self.secret, edition=self.edition)
            if tuple(s.rolled) != self.opening:
                raise BadRecord("opening_chance", expected=s.rolled, found=self.opening)
            own = 0
        else:
            own = self.origin
            s = self.replay(own)
            s.rng = rng.start(self.seed)
            s.script = None
        for n, entry in enumerate(self.entries[own:], own + 1):
            s.rng += entry.skipped
            try:
                apply(s, entry.seat, entry.action)
            except TableroError as error:
                raise BadRecord("illegal", n=n, line=n + 1, why=error.message) from error
            if tuple(s.rolled) != entry.chance:
                raise BadRecord("chance", n=n, line=n + 1, expected=s.rolled, found=entry.chance)
        if fingerprint(s) != fingerprint(self.state):
            raise BadRecord("final_position")

    # --- files

    def text(self, private: bool = False) -> str:
        """The record as lines of JSON. The seed is in it if the game is over, or if it is `private`."""
        header: dict[str, Data] = {
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
            "origin": self.origin,
            "opening": list(self.opening),
        }
        lines = [header]
        for n, entry in enumerate(self.entries, 1):
            do = self.game.write(self.state, entry.action)
            seat, chance = self.game.seats[entry.seat], list(entry.chance)
            line: dict[str, Data] = {"n": n, "seat": seat, "do": do, "chance": cast(Data, chance)}
            lines.append(line | {"skipped": entry.skipped} if entry.skipped else line)
        end: dict[str, Data] = {"end": len(self.entries), "over": self.state.over, "state": fingerprint(self.state)}
        if self.state.over:
            end["result"] = cast(Data, self.state.result)
        if self.seed is not None and (self.state.over or private):
            end["seed"] = f"{self.seed:x}"
        if self.skipped:
            end["skipped"] = self.skipped
        lines.append(end)
        out, total = [], ""
        for each in lines:
            body = json.dumps(each, ensure_ascii=False, separators=(",", ":"))
            total = _sum(total, body)
            out.append(f'{body[:-1]},"sum":"{total}"}}\n')
        return "".join(out)

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
        lines = _checked_lines(text)
        header, end = lines[0], lines[-1]
        game, edition = _game_of(header)
        pack, commitment, opening = (
            _of(header, 1, "pack", str), _of(header, 1, "commitment", str), _of(header, 1, "opening", list)
        )
        chosen = {str(k): str(v) for k, v in _of(header, 1, "options", dict).items()}
        scenario, secret, origin = (
            _of(header, 1, "scenario", str), _of(header, 1, "secret", bool), _of(header, 1, "origin", int)
        )
        opened = _numbers(opening, 1)
        try:
            s = game.new(scenario, 0, chosen, secret, opened[:], edition)
        except TableroError as error:
            raise BadRecord("line", line=1, why=error.message) from error
        entries = []
        for number, line in enumerate(lines[1:-1], 2):
            if _of(line, number, "n", int) != number - 1:
                raise BadRecord("line_order", line=number, n=number - 1)
            name, do = _of(line, number, "seat", str), _of(line, number, "do", str)
            try:
                seat, action = game.seat(name), game.read(s, do)
            except TableroError as error:
                raise BadRecord("line", line=number, why=error.message) from error
            chance = tuple(_numbers(_of(line, number, "chance", list), number))
            entries.append(Entry(seat, action, chance, _skipped(line, number)))
        last = len(lines)
        if _of(end, last, "end", int) != len(entries):
            raise BadRecord("length", line=last, expected=end["end"], found=len(entries))
        if not OWN <= origin <= len(entries):
            raise BadRecord("origin", actions=len(entries), n=origin)
        seed = None if "seed" not in end else _hexadecimal(_of(end, last, "seed", str), last)
        record = cls(game, scenario, chosen, secret, commitment, seed, tuple(opened), entries, s, origin)
        try:
            record.state = record.replay()
        except BadRecord as error:
            if pack != game.pack.hash():
                raise BadRecord("pack", why=error.message) from error
            raise
        if _of(end, last, "state", str) != fingerprint(record.state) and header.get("shape") == shape(game.state):
            raise BadRecord("other_position", line=last)
        record.state.script = None
        if seed is not None:
            record.skipped = _skipped(end, last)
            used = sum(len(e.chance) + e.skipped for e in entries[max(origin, 0) :]) + record.skipped
            record.state.rng = rng.start(seed) + used + (len(opening) if origin == OWN else 0)
        elif not record.state.over:
            record.state.rng = 0
        return record


def replay_action(s: State, seat: int, action: Action, chance: Sequence[int]) -> list[Event]:
    """Carry out an action with the chance results it had, and return its events. All replays use this; after an error
    the state must be thrown away."""
    s.script = list(chance)
    if seat not in players(s) or action not in options(s, seat):
        apply(s, seat, action)          # raises, and says why
    apply_trusted(s, seat, action)
    if s.script:
        raise BadRecord("chance_unused", results=s.script)
    s.script = None
    told, s.events = s.events, []
    return told


def _sum(total: str, body: str) -> str:
    return hashlib.sha256((total + body).encode()).hexdigest()[:16]


def _checked_lines(text: str) -> list[dict[str, Data]]:
    lines: list[dict[str, Data]] = []
    total = ""
    for number, raw in enumerate(text.splitlines(), 1):
        try:
            line = json.loads(raw)
        except (ValueError, RecursionError):        # a number with thousands of digits is a ValueError too
            raise BadRecord("json", line=number) from None
        if not isinstance(line, dict) or number == 1 and "tablero" not in line:
            raise BadRecord("not_a_line", line=number)
        body, mark, tail = raw.rpartition(',"sum":"')
        total = _sum(total, body + "}")
        if not mark or tail != f'{total}"}}':
            raise BadRecord("checksum", line=number)
        lines.append(line)
    if not lines:
        raise BadRecord("empty")
    if "end" not in lines[-1] or len(lines) < 2:
        raise BadRecord("breaks_off", line=len(lines))
    return lines


def _game_of(header: dict[str, Data]) -> tuple[Game[State], Edition]:
    """The game, and the edition it was played with. Other data is fine as long as the record replays with it."""
    if header["tablero"] != FORMAT:
        raise BadRecord("format", found=header["tablero"], expected=FORMAT)
    try:
        game = find(_of(header, 1, "game", str))
    except TableroError as error:
        raise BadRecord("line", line=1, why=error.message) from error
    cards = _of(header, 1, "cards", int) if "cards" in header else 0
    return game, game.older_edition(_of(header, 1, "rules", int), cards)


def _of(line: dict[str, Data], number: int, key: str, kind: type[T]) -> T:
    value = line.get(key)
    if not isinstance(value, kind) or kind is int and isinstance(value, bool):
        raise BadRecord("field", line=number, field=key, type=kind.__name__, found=repr(value))
    return value


def _numbers(values: list[Data], number: int) -> list[int]:
    if not all(isinstance(v, int) and not isinstance(v, bool) for v in values):
        raise BadRecord("numbers", line=number, found=repr(values))
    return cast("list[int]", list(values))


def _skipped(line: dict[str, Data], number: int) -> int:
    n = _of(line, number, "skipped", int) if "skipped" in line else 0
    if n < 0:
        raise BadRecord("skipped", line=number, n=n)
    return n


def _hexadecimal(text: str, number: int) -> int:
    if not re.fullmatch(r"[0-9a-f]{1,80}", text):
        raise BadRecord("seed", line=number, seed=text)
    return int(text, 16)

