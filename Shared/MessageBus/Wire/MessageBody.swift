// This file codes the bodies of requests and replies: directly if their type allows it, else by the general coder.

import CBOR
import Models

enum MessageBody {
    static func write<R: Request>(_ request: R, to writer: inout MessageWriter) throws(CBORError) {
        if request.writeDirectly(to: &writer) { return }
        try CBOREncoder().encode(request, into: &writer)
    }

    static func read<R: Request>(_: R.Type, _ bytes: UnsafeRawBufferPointer) throws(CBORError) -> R {
        if let request = R.readDirectly(bytes) { return request }
        return try CBORDecoder().decode(R.self, from: bytes)
    }

    static func writeReply<R: Request>(
        of _: R.Type, _ reply: R.Reply, to writer: inout MessageWriter
    ) throws(CBORError) {
        if R.writeDirectly(reply, to: &writer) { return }
        try CBOREncoder().encode(reply, into: &writer)
    }

    static func readReply<R: Request>(of _: R.Type, _ bytes: UnsafeRawBufferPointer) throws(CBORError) -> R.Reply {
        if let reply = R.readReplyDirectly(bytes) { return reply }
        return try CBORDecoder().decode(R.Reply.self, from: bytes)
    }
}
