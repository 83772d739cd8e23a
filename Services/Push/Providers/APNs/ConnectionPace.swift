// How many requests a connection to APNs bears at the moment.

/// How many requests may be under way on one connection: one until the first success shows that the credential counts, then as many
/// as the peer takes. A pure state machine of one connection; a new one begins anew.
struct ConnectionPace: Hashable, Sendable {
    /// As many are under way at most; more would only wait in memory.
    static let largest = 1000
    /// With how many it begins when the peer's limit is not known.
    static let smallest = 8

    private enum Stage: Hashable {
        /// Nothing has succeeded yet, or not since the credential changed.
        case unproven
        case proven
        /// Takes nothing more.
        case ended
    }

    private var stage = Stage.unproven
    /// What the peer has announced while we listened.
    private var announced: Int?
    /// Without that: how many are let in, which grows for as long as all of them find room.
    private var window = ConnectionPace.smallest
    /// Whether the last look found a request without room.
    private var isLimited = false
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
    var isFull: Bool {
        stage == .proven && underWay >= bound && (isLimited || bound == announced || bound == ConnectionPace.largest)
    }
    var isProven: Bool { stage == .proven }
    var isEnded: Bool { stage == .ended }

    private var bound: Int { min(announced ?? window, ConnectionPace.largest) }

    /// Takes room for one request; false when there is none.
    mutating func take() -> Bool {
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

    /// While `streams` were open, another request has found no room, or all have found it.
    mutating func saw(streams: Int, isFull: Bool) {
        if isFull {
            guard streams > 0 else { return }
            isLimited = true
            // One more than that: it waits in the client, and shows when there is more room.
            window = min(streams + 1, ConnectionPace.largest)
        } else if streams * 4 >= window * 3, !isLimited || streams >= window {
            isLimited = false
            window = min(window * 2, ConnectionPace.largest)
        }
    }

    /// The peer has announced its limit (SETTINGS_MAX_CONCURRENT_STREAMS, RFC 9113 section 6.5.2).
    mutating func heard(limit: Int) { announced = max(limit, 1) }

    /// The connection is over or will be.
    mutating func end() { stage = .ended }
}
