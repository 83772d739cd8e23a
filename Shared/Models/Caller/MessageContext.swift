// What travels with a message about the request that caused it.

/// The circumstances of a request, passed along from service to service.
public struct MessageContext: Sendable {
    /// The id under which every log line of this request stands, made by the edge.
    public var requestID: String
    /// The W3C `traceparent` that came with the request (Trace Context, section 3.2), passed on unread.
    public var traceParent: String?
    /// Who the client says it is; nil for work that no client asked for.
    public var client: ClientInfo?
    /// How long the caller waits for the answer. What a handler sends on its own gets the time that is left.
    public var timeout: Duration

    public init(
        requestID: String, traceParent: String? = nil, client: ClientInfo? = nil, timeout: Duration = .seconds(5)
    ) {
        self.requestID = requestID
        self.traceParent = traceParent
        self.client = client
        self.timeout = timeout
    }
}
