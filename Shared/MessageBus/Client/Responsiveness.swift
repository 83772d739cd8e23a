// Whether a service that is connected still answers. A pure value: its connection tells it what happens and when.

import Models

/// Decides whether a service that is connected has stopped answering (stopped by a debugger, blocked by its disk, swapped
/// out), so that its callers need not each wait until their own deadline.
///
/// Silence alone is no sign, and neither is one slow answer: it takes several requests in a row that met their deadline,
/// and no answer of any kind since the first of them was sent. From then on it is asked now and then, and whatever it
/// answers, also to an old request, ends the state.
struct Responsiveness: Sendable {
    /// How many requests in a row have to meet their deadline.
    static let enoughMisses = 3
    /// How long nothing may have been heard.
    static let enoughSilence = Duration.seconds(2)
    /// How often a service that does not answer is asked whether it is back.
    static let probeInterval = Duration.milliseconds(500)

    /// Whether requests are refused at once.
    private(set) var isHung = false
    /// When to ask next whether it is back.
    private(set) var nextProbe = MonotonicTime.never
    private var misses = 0
    /// When the first request was sent that nothing was heard after.
    private var silentSince: MonotonicTime?

    /// A request was sent that is to be answered soon.
    mutating func noteSent(at now: MonotonicTime) {
        if silentSince == nil { silentSince = now }
    }

    /// Something came from the service; true when that ends its being hung.
    mutating func noteHeard() -> Bool {
        misses = 0
        silentSince = nil
        nextProbe = .never
        defer { isHung = false }
        return isHung
    }

    /// A request met its deadline without an answer; true when the service counts as hung from now on.
    mutating func noteMiss(ofRequestSentAt sent: MonotonicTime, at now: MonotonicTime) -> Bool {
        // Something was heard after it was sent: the service worked then.
        guard !isHung, let silentSince, sent >= silentSince else { return false }
        misses += 1
        guard misses >= Self.enoughMisses, silentSince.adding(Self.enoughSilence) <= now else { return false }
        isHung = true
        nextProbe = now
        return true
    }

    /// Whether to ask now; the next time is then later.
    mutating func takeProbe(at now: MonotonicTime) -> Bool {
        guard isHung, nextProbe <= now else { return false }
        nextProbe = now.adding(Self.probeInterval)
        return true
    }
}
