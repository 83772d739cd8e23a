public import MessageBus
public import Models

extension BusLimits {
    /// A first request and silence may take as long as the other end needs on a machine that stands still for seconds. For all
    /// tests but those of how long is waited.
    public static var patient: BusLimits {
        var limits = BusLimits()
        limits.connectionTimeout = .seconds(30)
        limits.answerTimeout = .seconds(30)
        return limits
    }

    public static func patient(with change: (inout BusLimits) -> Void) -> BusLimits {
        var limits = patient
        change(&limits)
        return limits
    }
}

extension BusConfiguration {
    public static func patient(_ name: ServiceName) -> BusConfiguration {
        BusConfiguration(name: name, limits: .patient)
    }
}
