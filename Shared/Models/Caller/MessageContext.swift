public import CBOR

/// The circumstances of a request, passed from service to service.
public struct MessageContext: Sendable {
    /// The request's id, which the edge creates and every log line contains.
    public var requestID: String
    /// The W3C `traceparent` (Trace Context, section 3.2) of the request's span; nil if it is not traced.
    public var traceParent: String?
    public var client: ClientInfo? {
        get { sharedClient?.info }
        set { sharedClient = newValue.map(SharedClientInfo.init) }
    }
    /// The client's description; nil without one. It is one object, because copies of a dozen strings are expensive.
    public var sharedClient: SharedClientInfo?
    /// How long the caller waits for the answer. Messages that a handler sends get the remaining time.
    public var timeout: Duration
    /// The operator's act of the request; nil if it has none. Services accept acts only from auth-session.
    public var act: ActMark?

    public init(
        requestID: String, traceParent: String? = nil, client: ClientInfo? = nil, timeout: Duration = .seconds(5)
    ) {
        (self.requestID, self.traceParent) = (requestID, traceParent)
        sharedClient = client.map(SharedClientInfo.init)
        self.timeout = timeout
    }
}

/// A reference to a `ClientInfo`. It is encoded like the `ClientInfo` itself.
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
