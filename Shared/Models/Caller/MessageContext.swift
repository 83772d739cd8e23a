// What travels with a message about the request that caused it.

public import CBOR

/// The circumstances of a request, passed along from service to service.
public struct MessageContext: Sendable {
    /// The id under which every log line of this request stands, made by the edge.
    public var requestID: String
    /// The W3C `traceparent` that came with the request (Trace Context, section 3.2), passed on unread.
    public var traceParent: String?
    /// Who the client says it is; nil for work that no client asked for.
    public var client: ClientInfo? {
        get { sharedClient?.info }
        set { sharedClient = newValue.map(SharedClientInfo.init) }
    }
    /// What `client` tells, in one piece: a context is copied often, and a dozen strings are dear to copy.
    public var sharedClient: SharedClientInfo?
    /// How long the caller waits for the answer. What a handler sends on its own gets the time that is left.
    public var timeout: Duration
    /// Of which act of an operator the request is; nil for any other. Believed of auth-session alone.
    public var act: ActMark?

    public init(
        requestID: String, traceParent: String? = nil, client: ClientInfo? = nil, timeout: Duration = .seconds(5)
    ) {
        self.requestID = requestID
        self.traceParent = traceParent
        sharedClient = client.map(SharedClientInfo.init)
        self.timeout = timeout
    }
}

/// Client info that copies of a context share. Coded as the info itself.
public final class SharedClientInfo: Codable, DirectlyCoded, Sendable {
    public let info: ClientInfo

    public init(_ info: ClientInfo) { self.info = info }

    public init(from decoder: any Decoder) throws { info = try ClientInfo(from: decoder) }
    public func encode(to encoder: any Encoder) throws { try info.encode(to: encoder) }

    public init(reading reader: inout MessageReader) throws(UnsupportedEncoding) {
        info = try ClientInfo(reading: &reader)
    }
    public func write(to writer: inout MessageWriter) { info.write(to: &writer) }
}
