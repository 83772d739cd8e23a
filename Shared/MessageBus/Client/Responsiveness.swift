// Whether a service that is connected still answers. A pure value: its connection tells it what happens and when.

import Models

/// Decides whether a service that is connected has stopped answering (stopped by a debugger, blocked by its disk,
/// swapped out), so that its callers need not each wait until their own deadline.
///
/// Time is cut into spans of `timeout`. When something waits for an answer and a whole span passes in which nothing
/// came, the service is pinged. Its reactor answers a ping itself, so that slow handlers do not count. When the next
/// span is silent too, the service counts as hung, and one span later its callers are told. The pings go on. Anything
/// that comes from the service, also the answer to an old request, ends the state at once.
struct Responsiveness: Sendable {
    /// What the connection has to do after a look.
    enum Step {
        case nothing, ping
        /// It counts as hung from now on: new requests are refused.
        case hang
        /// It has been silent for so long that requests that wait are ended too.
        case endRequests
    }

    /// How long a span lasts.
    let timeout: Duration
    /// Whether requests are refused at once.
    private(set) var isHung = false
    /// When the present span ends; never while nothing is waited for.
    private(set) var nextLook = MonotonicTime.never
    private var hasHeard = false
    private var hasSent = false
    /// How many spans in a row were silent.
    private var silentSpans = 0

    init(timeout: Duration) { self.timeout = timeout }

    /// A request was sent that is to be answered soon.
    mutating func recordSent(at now: MonotonicTime) {
        hasSent = true
        guard nextLook == .never else { return }
        hasHeard = false
        nextLook = now.adding(timeout)
    }

    /// Something came from the service; true when that ends its being hung.
    mutating func recordReceived() -> Bool {
        hasHeard = true
        guard isHung else { return false }
        isHung = false
        return true
    }

    /// Looks back at the present span if it is over.
    ///
    /// - Parameter isAwaited: whether a request that is to be answered soon waits; called only when it is needed.
    mutating func look(at now: MonotonicTime, isAwaited: () -> Bool) -> Step {
        guard nextLook <= now else { return .nothing }
        // Who looks late was held up itself: what came meanwhile may not have been read yet.
        let isLate = nextLook.adding(timeout / 2) < now
        nextLook = now.adding(timeout)
        if hasHeard { silentSpans = 0 }
        if silentSpans == 0 {
            let isWaitedFor = hasSent || isAwaited()
            let wasHeard = hasHeard
            hasSent = false
            hasHeard = false
            guard isWaitedFor else {
                nextLook = .never
                return .nothing
            }
            if wasHeard { return .nothing }
        }
        if silentSpans == 0 || !isLate { silentSpans += 1 }
        switch silentSpans {
        case 1: return .ping
        case 2 where isHung: return .ping
        case 2:
            isHung = true
            return .hang
        default: return isHung && !isLate ? .endRequests : .ping
        }
    }
}
