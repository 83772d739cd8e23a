import Models

/// A request at its service: its arrival, the end of its caller's wait, and whether the reactor has run without a
/// standstill since.
struct ArrivedRequest: RequestValidity {
    let arrival: MonotonicTime
    let end: MonotonicTime
    let port: ServerPort
    let act: ActMark?

    var deadline: UInt64 { end.nanoseconds }

    var isValid: Bool {
        let now = MonotonicTime.now
        return now < end && port.reactor.turns.hasGoneOn(from: arrival, to: now) && !port.isAbandoned
    }
}
