// What travels with every request besides its body.

import CBOR
import Models

/// The circumstances of a request on the wire; the time that is left stands in the header.
///
/// A CBOR map like every message, and coded directly since it goes with each of them.
struct Envelope: Codable {
    /// The most bytes an envelope may have; the edge bounds its headers far below.
    static let maximumLength = 64 << 10

    var requestID: String
    var traceParent: String?
    var client: SharedClientInfo?
    var act: ActMark?

    enum CodingKeys: Int, CodingKey { case requestID = 0, traceParent, client, act }

    init(_ context: MessageContext) {
        requestID = context.requestID
        traceParent = context.traceParent
        client = context.sharedClient
        act = context.act
    }

    /// Reads an envelope; throws when it is none.
    init(_ bytes: UnsafeRawBufferPointer) throws(CBORError) {
        if let envelope = Envelope.read(bytes) {
            self = envelope
        } else {
            self = try CBORDecoder().decode(Envelope.self, from: bytes)
        }
    }

    func context(remaining: Duration) -> MessageContext {
        var context = MessageContext(requestID: requestID, traceParent: traceParent, timeout: remaining)
        context.sharedClient = client
        context.act = act
        return context
    }
}

extension Envelope: DirectFields {
    func writeFields(to writer: inout MessageWriter) {
        writer.put(CodingKeys.requestID, requestID)
        writer.put(CodingKeys.traceParent, traceParent)
        writer.put(CodingKeys.client, client)
        writer.put(CodingKeys.act, act)
    }

    init(readingFields reader: inout MessageReader) throws(UnsupportedEncoding) {
        requestID = try reader.take(CodingKeys.requestID)
        traceParent = try reader.takeIfPresent(CodingKeys.traceParent)
        client = try reader.takeIfPresent(CodingKeys.client)
        act = try reader.takeIfPresent(CodingKeys.act)
    }
}
