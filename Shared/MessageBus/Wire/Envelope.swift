// What travels with every request besides its body.

import Models

/// The circumstances of a request on the wire; the time that is left stands in the header.
///
/// A CBOR map like every message. Since it goes with each of them, `EnvelopeWriter` and `EnvelopeReader` know its form
/// and do without the general coder, which reads whatever is written otherwise.
struct Envelope: Codable {
    /// The most bytes an envelope may have; the edge bounds its headers far below.
    static let longest = 64 << 10

    var requestID: String
    var traceParent: String?
    var client: ClientInfo?

    enum CodingKeys: Int, CodingKey { case requestID = 0, traceParent, client }

    init(requestID: String, traceParent: String?, client: ClientInfo?) {
        self.requestID = requestID
        self.traceParent = traceParent
        self.client = client
    }

    init(_ context: MessageContext) {
        self.init(requestID: context.requestID, traceParent: context.traceParent, client: context.client)
    }

    /// Reads an envelope; throws when it is none.
    init(_ bytes: UnsafeRawBufferPointer) throws(CBORError) {
        var reader = EnvelopeReader(bytes)
        if let envelope = reader.envelope() {
            self = envelope
        } else {
            self = try CBORDecoder().decode(Envelope.self, from: bytes)
        }
    }

    /// Appends the envelope's bytes.
    func write(into bytes: inout [UInt8]) { EnvelopeWriter.write(self, into: &bytes) }

    func context(remaining: UInt32) -> MessageContext {
        MessageContext(
            requestID: requestID, traceParent: traceParent, client: client, timeout: .milliseconds(Int64(remaining)))
    }
}
