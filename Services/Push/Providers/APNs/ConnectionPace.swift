// How many requests a connection to APNs bears at the moment.

/// How many requests may be under way on one connection: one until the first success shows that the credential counts,
/// then as many as the peer takes. A pure state machine of one connection; a new one begins anew.
struct ConnectionPace: Hashable, Sendable {
    /// As many are under way at most, however many the peer takes; more would only wait in memory.
    static let largest = 1000

    private enum Stage: Hashable {
        /// Nothing has succeeded yet, or not since the credential changed.
        case unproven
        case proven
        /// Takes nothing more.
        case ended
    }

    private var stage = Stage.unproven
    /// What the peer lets be open; there is no bound until it names one (RFC 9113, section 6.5.2).
    private var bound = ConnectionPace.largest
    /// How many were handed over and not answered.
    private(set) var underWay = 0
    /// Whether anything has ever succeeded on it.
    private(set) var hasSucceeded = false

    /// Whether one more may be handed over.
    var hasRoom: Bool {
        switch stage {
        case .unproven: underWay == 0
        case .proven: underWay < bound
        case .ended: false
        }
    }

    /// Whether it is proven and as full as its peer lets it be, so that another connection would help.
    var isFull: Bool { stage == .proven && underWay >= bound }
    var isProven: Bool { stage == .proven }
    var isEnded: Bool { stage == .ended }

    /// Takes room for one request; false when there is none.
    mutating func acquire() -> Bool {
        guard hasRoom else { return false }
        underWay += 1
        return true
    }

    /// A request has come to its end.
    mutating func leave() { underWay -= 1 }

    /// A request was taken with the present credential.
    mutating func succeeded() {
        hasSucceeded = true
        if stage == .unproven { stage = .proven }
    }

    /// The credential was refused or has changed: what it may is to be seen again.
    mutating func credentialChanged() {
        if stage == .proven { stage = .unproven }
    }

    /// The peer has announced its limit (SETTINGS_MAX_CONCURRENT_STREAMS). With none at all one is let in nonetheless:
    /// it waits for as long as an answer may take, and then nobody waits for this connection any more.
    mutating func received(limit: Int) { bound = min(max(limit, 1), ConnectionPace.largest) }

    /// The connection is over or will be.
    mutating func end() { stage = .ended }
}
