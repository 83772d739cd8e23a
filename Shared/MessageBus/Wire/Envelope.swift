import CBOR
import Models

/// The circumstances of a request, as sent. The remaining time is in the header. The envelope is a CBOR map like every
/// message; it codes itself directly because every request has one.
struct Envelope: Codable, DirectFields {
    /// The largest length in bytes. The edge limits its headers to far less, so no request exceeds it.
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
