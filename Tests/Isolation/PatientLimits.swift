// The bounds of a bus on a machine that does too much at once.

public import MessageBus
public import Models

extension BusLimits {
    /// The default bounds, but for a first request and for silence: it is waited as long as the other end may need on a
    /// machine that stands still for seconds. For all tests but those of how long is waited.
    public static var patient: BusLimits {
        var limits = BusLimits()
        limits.connectionTimeout = .seconds(30)
        limits.answerTimeout = .seconds(30)
        return limits
    }

    /// These bounds with some of them changed.
    public static func patient(with change: (inout BusLimits) -> Void) -> BusLimits {
        var limits = patient
        change(&limits)
        return limits
    }
}

extension BusConfiguration {
    /// The configuration of a service in a test: the default, with patience.
    public static func patient(_ name: ServiceName) -> BusConfiguration {
        BusConfiguration(name: name, limits: .patient)
    }
}
