"""What may be said at a table, how often, and how much of it is sent."""

from __future__ import annotations

import pytest

import tablero
from tablero.kernel.errors import NotAllowed
from tablero.table.chat import AT_ONCE, LATEST, MOST, WITHIN, distinct
from tablero.table.journal import Entry, Matter, Opened
from tablero.table.phrases import LinkedSpeech
from tablero.table.sitting import Sitting
from tablero.table.wire import Feed, chat_lines

GAME = tablero.game("dpyr")


class Keeper:
    """A table of Ana, who owns it, and Ben; all that happened is kept."""

    def __init__(self) -> None:
        opened = Opened(GAME.code, "maella", GAME.chosen({}), "2a", "ana", GAME.rules)
        self.sitting = Sitting.open("s", opened, 0.0)
        self.entries = [Entry(1, 0.0, opened)]
        self.keep(self.sitting.sit(0, "ana", "Ana", 0.0), 0.0)
        self.keep(self.sitting.sit(1, "ben", "Ben", 0.0), 0.0)

    def keep(self, matter: Matter, at: float) -> None:
        self.entries.append(Entry(self.sitting.version, at, matter))

    def says(self, player: str, text: str, at: float, name: str = "?") -> None:
        self.keep(self.sitting.say(player, name, text, at), at)

    def fails(self, key: str, player: str, text: str, at: float) -> None:
        before = self.sitting.version
        with pytest.raises(NotAllowed) as wrong:
            self.sitting.say(player, "?", text, at)
        assert (key, before) == (wrong.value.key, self.sitting.version)


@pytest.mark.parametrize("text", ["a\nb", "\x01\x02\x03", "\u202egnp.exe", "a\u2066b", "\x1b[31m", "a\u2028b"])
def test_what_cannot_be_seen_is_refused(text: str) -> None:
    Keeper().fails("chat_signs", "ben", f"x{text}x", 1.0)


@pytest.mark.parametrize("text", ["¡Hola, Begoña! ½", "Привет", "👨‍👩‍👧 ok", "a" * 1000])
def test_what_can_be_seen_is_taken(text: str) -> None:
    keeper = Keeper()
    keeper.says("ben", text, 1.0)
    assert text == keeper.sitting.chat.lines[0].text


def test_a_person_says_so_many_things_in_a_time_and_others_are_not_held_up() -> None:
    keeper = Keeper()
    for n in range(AT_ONCE):
        keeper.says("ben", f"line {n}", 1.0 + n)
    keeper.fails("chat_fast", "ben", "more", 1.0 + AT_ONCE)
    keeper.says("ana", "slower, please", 1.0 + AT_ONCE)
    keeper.says("ben", "sorry", 1.0 + WITHIN)
    assert AT_ONCE + 2 == len(keeper.sitting.chat.lines)


def test_who_is_muted_is_not_heard_until_the_owner_says_so() -> None:
    keeper = Keeper()
    keeper.says("ben", "hello", 1.0)
    keeper.says("ana", "hello", 2.0)
    keeper.keep(keeper.sitting.mute(0, True, 3.0), 3.0)
    keeper.fails("chat_muted", "ben", "why?", 4.0)
    update = Feed(0, LinkedSpeech(GAME, "en")).update(keeper.sitting, 4.0, whole=True)
    assert ["Ben"] == update.muted
    assert keeper.sitting.chat == Sitting.fold_all("s", keeper.entries).chat
    keeper.keep(keeper.sitting.mute(0, False, 5.0), 5.0)
    keeper.says("ben", "thanks", 6.0)
    for line, key in ((1, "chat_own"), (7, "chat_line"), (-1, "chat_line")):
        with pytest.raises(NotAllowed) as wrong:
            keeper.sitting.mute(line, True, 7.0)
        assert key == wrong.value.key


def test_a_first_message_has_the_latest_lines_and_older_ones_are_asked_for() -> None:
    keeper = Keeper()
    for n in range(LATEST + 50):
        keeper.says("ben", str(n), 100.0 * n)
    sent = Feed(0, LinkedSpeech(GAME, "en")).update(keeper.sitting, 1.0, whole=True).chat
    assert (LATEST, "50", 50) == (len(sent), sent[0].text, sent[0].n)
    assert [str(n) for n in range(50)] == [line.text for line in chat_lines(keeper.sitting, 0, 0, 50)]


def test_lines_are_counted_as_each_side_hears_them() -> None:
    """A gap in the numbers would tell that the others have talked among themselves."""
    keeper = Keeper()
    keeper.keep(keeper.sitting.say("ana", "Ana", "to my side", 1.0, seat=0), 1.0)
    keeper.says("ben", "hello", 2.0)
    numbers = [[line.n for line in chat_lines(keeper.sitting, seat, 0)] for seat in (0, 1, -1)]
    assert [[0, 1], [0], [0]] == numbers
    keeper.keep(keeper.sitting.mute(1, True, 3.0), 3.0)         # as the owner counts
    assert {"ben": "Ben"} == keeper.sitting.chat.muted


def test_a_table_has_so_many_lines_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    assert MOST > LATEST
    monkeypatch.setattr("tablero.table.chat.MOST", 3)
    keeper = Keeper()
    for n in range(3):
        keeper.says("ben", str(n), 100.0 * n)
    keeper.fails("chat_full", "ana", "?", 1000.0)


def test_two_people_at_a_table_never_have_the_same_name() -> None:
    opened = Opened(GAME.code, "maella", GAME.chosen({}), "2a", "ana", GAME.rules)
    sitting = Sitting.open("s", opened, 0.0)
    sitting.sit(0, "ana", "Ana", 0.0)
    sitting.sit(1, "other", "ANA", 0.0)
    assert ["Ana", "ANA (2)"] == [holder.name for holder in sitting.seating.holders]
    sitting.say("stranger", "Ana", "I am Ana", 1.0)
    sitting.say("ana", "Renamed", "no", 2.0)
    assert ["Ana (3)", "Ana"] == [said.name for said in sitting.chat.lines]
    assert "Ana" == distinct("Ana", ["Ben"])
