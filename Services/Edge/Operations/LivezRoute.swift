// livez: whether the process works at all.

import HTTPTypes
import NIOCore

func livez(_ request: EdgeRequest, _ fleet: Fleet) async throws(EdgeError) -> Answer {
    Answer(.ok, .plainText, ByteBuffer(string: "alive\n"))
}
