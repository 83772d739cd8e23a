public import Synchronization

/// Above a limit the answer is `overloaded`, immediately.
public struct BusLimits: Sendable {
    /// Unanswered requests of one client.
    public var requestsInFlight = 16_384
    /// Requests that wait for changes, for one client and for one server.
    public var waitingForChanges = 1024
    /// Requests that one server handles at once.
    public var requestsAtOnce = 4096
    /// Bytes of the requests in flight, for one client and for one server.
    public var queuedBytes = 64 << 20
    /// A peer that sends a larger message is disconnected.
    public var messageBytes = 16 << 20
    /// Messages in each direction's queue of one connection.
    public var queuedMessages = 65_536
    /// The wait of a first request for the connection, and of an idempotent one for the return of its lost service.
    public var connectionTimeout = Duration.milliseconds(250)
    /// The longest silence of a service with open requests before a ping, and the longest wait for the pong. The ages at which
    /// a service refuses a request follow from this value, so it must be the same in all programs.
    public var answerTimeout = Duration.milliseconds(750)

    /// A service does not start older requests. Less than the age at which callers send them elsewhere.
    var maximumRequestAge: Duration { answerTimeout * 4 / 5 }
    /// How far an estimate of the service's clock may be ahead. Even then a request is younger than those.
    var clockTolerance: Duration { answerTimeout / 10 }
    /// Shorter than the time after which an unanswered ping has consequences, but not by much: a busy machine also delays
    /// threads, and requests are refused during a standstill.
    var maximumTurn: Duration { answerTimeout * 4 / 5 }

    public init() {}
}

/// Without locks and waits, for the bus and the edge. Inlinable, because every request uses several.
public final class Quota: Sendable {
    @usableFromInline let limit: Int
    @usableFromInline let taken = Atomic<Int>(0)

    public init(_ limit: Int) { self.limit = limit }

    public var inUse: Int { taken.load(ordering: .relaxed) }

    /// Returns false, and takes nothing, if less than `amount` is left.
    @inlinable
    public func acquire(_ amount: Int = 1) -> Bool {
        if taken.wrappingAdd(amount, ordering: .relaxed).newValue <= limit { return true }
        release(amount)
        return false
    }

    @inlinable
    public func release(_ amount: Int = 1) { taken.wrappingSubtract(amount, ordering: .relaxed) }
}
