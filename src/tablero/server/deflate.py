"""Compression of web socket messages: long ones only.

Most updates are short, and compressing them costs more time than it saves; a question with many answers, or a whole
table, is several times smaller. Nothing is kept between messages: an idle socket costs no memory for it.
"""

from __future__ import annotations

from collections.abc import Sequence

from websockets.extensions.base import Extension
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import Frame
from websockets.typing import ExtensionParameter

LONG = 2_000        # bytes


class DeflateLong(PerMessageDeflate):
    def encode(self, frame: Frame) -> Frame:
        return super().encode(frame) if frame.fin and len(frame.data) >= LONG else frame


class DeflateLongFactory(ServerPerMessageDeflateFactory):
    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> tuple[list[ExtensionParameter], PerMessageDeflate]:
        answer, agreed = super().process_request_params(params, accepted_extensions)
        return answer, DeflateLong(
            agreed.remote_no_context_takeover, agreed.local_no_context_takeover, agreed.remote_max_window_bits,
            agreed.local_max_window_bits, agreed.compress_settings,
        )
