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
    /// stay unanswered before the service counts as hung. No request is given up for that, or sent to another replica,
    /// before it was on its way for as long; the times after which a service leaves a request alone follow from it. So it
    /// has to be the same in all programs.
    public var answerTimeout = Duration.milliseconds(750)

    /// The oldest request that a service begins with: younger than those that callers send elsewhere.
    var maximumRequestAge: Duration { answerTimeout * 4 / 5 }
    /// How far an estimate of the service's clock may be ahead of it. With this a request is still younger than those.
    var clockTolerance: Duration { answerTimeout / 10 }
    /// How long a reactor that has requests may not turn: shorter than what an unanswered ping tells its callers. Not much
    /// shorter, since a busy machine holds a thread up as well, and what runs then is refused.
    var maximumTurn: Duration { answerTimeout * 4 / 5 }

    /// The defaults.
    public init() {}
}
