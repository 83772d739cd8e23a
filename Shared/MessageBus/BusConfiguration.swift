public import Models
public import Synchronization
public import Tracing

/// The settings of a process's message bus, fixed when the bus starts.
public struct BusConfiguration: Sendable {
    /// The service of this process, or the first of several; also the thread's name.
    public var name: ServiceName
    /// The limits of clients and servers without their own.
    public var limits: BusLimits
    /// The keys of tcp connections; nil accepts every tcp connection.
    public var curve: CurveConfiguration?
    /// Longer holds of the reactor's thread by a job or inline handler are reported; nil switches the measurement off.
    public var watchedHold: Duration?
    /// Records requests that carry a trace; nil for none.
    public var tracer: (any Tracer)?
    /// Called on the bus's thread.
    public var random: @Sendable () -> UInt64 = { .random(in: .min ... .max) }
    /// Called on the bus's thread: it must be fast and must not block.
    public var report: @Sendable (BusEvent) -> Void

    /// Debug builds report holds above 5 ms.
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
