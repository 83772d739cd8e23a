// What decides whether a request that has arrived may still be carried out.

import Models

/// A request at its service: when it came, until when its caller waits, and whether it was asked here without a break since.
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
