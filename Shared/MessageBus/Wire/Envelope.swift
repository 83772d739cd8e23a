// What travels with every request besides its body.

import Models

/// The circumstances of a request on the wire; the time that is left stands in the header.
struct Envelope: Codable {
    /// The most bytes an envelope may have; the edge bounds its headers far below.
    static let longest = 64 << 10

    var requestID: String
    var traceParent: String?
    var client: ClientInfo?

    enum CodingKeys: Int, CodingKey { case requestID = 0, traceParent, client }

    init(_ context: MessageContext) {
        requestID = context.requestID
        traceParent = context.traceParent
        client = context.client
    }

    func context(remaining: UInt32) -> MessageContext {
        MessageContext(
            requestID: requestID, traceParent: traceParent, client: client, timeout: .milliseconds(Int64(remaining)))
    }
}
