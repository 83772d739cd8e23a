// What a process decides about its bus.

public import Models

/// What a process decides about its bus.
public struct BusConfiguration: Sendable {
    /// The service, or the first of those, that this process hosts; names the thread.
    public var name: ServiceName
    /// The bounds of clients and servers that are given none of their own.
    public var limits: BusLimits
    /// The keys of tcp connections; nil leaves tcp open to whoever reaches it.
    public var curve: CurveConfiguration?
    /// How long a job or inline handler may hold the reactor's thread before it is reported; nil does not measure.
    public var watchedHold: Duration?
    /// 64 random bits, by which a request without a routing key finds its replica. Called on the bus's own thread.
    public var random: @Sendable () -> UInt64 = { .random(in: .min ... .max) }
    /// Takes what happens. Called on the bus's own thread: quick, never waiting.
    public var report: @Sendable (BusEvent) -> Void

    /// A configuration with everything but the name at its default. Debug builds watch for holds of 5 ms.
    public init(
        name: ServiceName, limits: BusLimits = BusLimits(), curve: CurveConfiguration? = nil,
        report: @escaping @Sendable (BusEvent) -> Void = { _ in }
    ) {
        self.name = name
        self.limits = limits
        self.curve = curve
        self.report = report
        #if DEBUG
            watchedHold = .milliseconds(5)
        #else
            watchedHold = nil
        #endif
    }
}
