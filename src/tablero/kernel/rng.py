"""Chance from one integer, and its commitment.

The generator's state is a single integer: a secret seed above, a counter in the low 64 bits. The n-th value is a hash
of that integer: anybody who knows the seed can compute it again, and nobody else can, however many results they have
seen. A server publishes `commitment(seed)` at the start and the seed at the end. Where people play, the seed is `mixed`
from the server's secret and a number of each player, so that nobody alone can choose it.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from typing import Final

COUNTER_BITS = 64
_BYTES: Final = 48     # room for seeds of up to 320 bits


def fresh_seed() -> int:
    return secrets.randbits(128)


def start(seed: int) -> int:
    """The generator's first state."""
    if not 0 <= seed < 1 << 320:
        raise ValueError(f"a seed is a number from 0 to 2**320 - 1, not {seed}")
    return seed << COUNTER_BITS


def value(state: int, n: int) -> int:
    """A number from 0 to n - 1; the caller continues with `state + 1`."""
    digest = hashlib.blake2b(state.to_bytes(_BYTES, "big"), digest_size=8).digest()
    return int.from_bytes(digest, "big") % n


def commitment(seed: int) -> str:
    """The hash that commits a server to a seed without revealing it (for seeds of 128 random bits)."""
    return hashlib.sha256(f"tablero seed {seed:x}".encode()).hexdigest()


def mixed(secret: int, shares: Sequence[str] = (), start: int = 1) -> int:
    """The seed of a game: the server's secret, a number of each player (hexadecimal, by seat; "" for none) and which
    start of the game it is. Without numbers the secret of a first start is the seed itself."""
    if start == 1 and not any(shares):
        return secret
    text = f"tablero mix {secret:x} {start} {' '.join(share or '-' for share in shares)}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest(), "big")
