public import Models

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
