public import Models
public import Synchronization
public import Tracing

/// The settings of a process's message bus, fixed when the bus starts.
public struct BusConfiguration: Sendable {
    /// The service of this process, or the first of its services. The bus's thread has the same name.
    public var name: ServiceName
    /// The limits of clients and servers that have no limits of their own.
    public var limits: BusLimits
    /// The keys for tcp connections; nil accepts every tcp connection.
    public var curve: CurveConfiguration?
    /// How long a job or inline handler may hold the reactor's thread before it is reported; nil to measure nothing.
    public var watchedHold: Duration?
    /// The tracer that records requests with a trace; nil to record none.
    public var tracer: (any Tracer)?
    /// Returns 64 random bits. Called on the bus's thread.
    public var random: @Sendable () -> UInt64 = { .random(in: .min ... .max) }
    /// Gets the bus's events. It is called on the bus's thread, so it must be fast and must not block.
    public var report: @Sendable (BusEvent) -> Void

    /// Creates a configuration. By default, debug builds report holds above 5 ms.
    public init(
        name: ServiceName, limits: BusLimits = BusLimits(), curve: CurveConfiguration? = nil,
        report: @escaping @Sendable (BusEvent) -> Void = { _ in }
    ) {
        (self.name, self.limits, self.curve, self.report) = (name, limits, curve, report)
        #if DEBUG
            watchedHold = .milliseconds(5)
        #else
            watchedHold = nil
        #endif
    }
}

/// The limits and times of a bus. A request above a limit of number or total size gets `overloaded` at once.
public struct BusLimits: Sendable {
    /// The largest number of unanswered requests of one client.
    public var requestsInFlight = 16_384
    /// The largest number of requests that wait for changes, for one client and for one server.
    public var waitingForChanges = 1024
    /// The largest number of requests that one server handles at once.
    public var requestsAtOnce = 4096
    /// The largest total size in bytes of the requests in flight, for one client and for one server.
    public var queuedBytes = 64 << 20
    /// The largest message in bytes. A peer that sends a larger message is disconnected.
    public var messageBytes = 16 << 20
    /// The largest number of messages in each of the two queues of a connection.
    public var queuedMessages = 65_536
    /// How long a first request waits for the connection, and an idempotent request for the return of a lost service.
    public var connectionTimeout = Duration.milliseconds(250)
    /// How long a service with open requests may be silent before it is pinged, and how long the pong may take. The
    /// ages at which a service refuses a request follow from this value, so it must be the same in all programs.
    public var answerTimeout = Duration.milliseconds(750)

    /// The largest age at which a service still starts a request. Only older requests are sent elsewhere.
    var maximumRequestAge: Duration { answerTimeout * 4 / 5 }
    /// How far a caller's estimate of a service's clock may be ahead of it. The service refuses requests beyond it.
    var clockTolerance: Duration { answerTimeout / 10 }
    /// The longest turn of the reactor. It is shorter than the time after which an unanswered ping has consequences,
    /// but not by much: a busy machine also delays threads, and during a standstill requests are refused.
    var maximumTurn: Duration { answerTimeout * 4 / 5 }

    public init() {}
}

/// A shared amount that users take and give back without locks and waits. Inlinable: each request uses several.
public final class Quota: Sendable {
    @usableFromInline let limit: Int
    @usableFromInline let taken = Atomic<Int>(0)

    public init(_ limit: Int) { self.limit = limit }

    public var inUse: Int { taken.load(ordering: .relaxed) }

    /// Takes `amount` and returns true. If less is left, takes nothing and returns false.
    @inlinable
    public func acquire(_ amount: Int = 1) -> Bool {
        if taken.wrappingAdd(amount, ordering: .relaxed).newValue <= limit { return true }
        release(amount)
        return false
    }

    @inlinable
    public func release(_ amount: Int = 1) { taken.wrappingSubtract(amount, ordering: .relaxed) }
}
