// The bounds of the bus.

/// How much may wait or run at once. Over a bound the answer is `overloaded`, at once.
public struct BusLimits: Sendable {
    /// Requests of one client without an answer yet.
    public var requestsInFlight = 16_384
    /// Requests of one client that wait for news on purpose, and such requests that one server holds.
    public var waitingForChanges = 1024
    /// Requests that one server handles at once.
    public var requestsAtOnce = 4096
    /// Bytes of the requests that one client has in flight, and of those that one server handles.
    public var queuedBytes = 64 << 20
    /// The most bytes of one message. A peer that sends more is disconnected.
    public var messageBytes = 16 << 20
    /// Messages that one connection's sockets queue in each direction.
    public var queuedMessages = 65_536
    /// How long the first request to a service waits for the connection, and how long an idempotent request that was
    /// lost with its service waits for it to come back.
    public var connectionTimeout = Duration.milliseconds(250)
    /// How long a service that is asked something may say nothing at all before it is pinged, and how long a ping may
    /// stay unanswered before the service counts as hung.
    public var answerTimeout = Duration.milliseconds(500)

    /// The defaults.
    public init() {}
}
