/// Concurrent requests on one connection: one until the first success proves the credential, then as many as the peer
/// permits, up to `largest`. A pure state machine.
struct ConnectionPace: Hashable, Sendable {
    /// The most concurrent requests. The peer may permit more, but further requests would only wait in memory.
    static let largest = 1000

    private enum Stage: Hashable {
        /// No request has succeeded yet, or none since the credential changed.
        case unproven
        case proven
        case ended
    }

    private var stage = Stage.unproven
    /// The peer's limit, at most `largest`. HTTP/2 has no limit until the peer announces one (RFC 9113, section 6.5.2).
    private var bound = ConnectionPace.largest
    private(set) var underWay = 0
    private(set) var hasSucceeded = false

    var hasRoom: Bool {
        switch stage {
        case .unproven: underWay == 0
        case .proven: underWay < bound
        case .ended: false
        }
    }

    /// Whether the connection is full, so that another connection would help.
    var isFull: Bool { stage == .proven && underWay >= bound }
    var isProven: Bool { stage == .proven }
    var isEnded: Bool { stage == .ended }

    mutating func acquire() -> Bool {
        guard hasRoom else { return false }
        underWay += 1
        return true
    }

    mutating func leave() { underWay -= 1 }

    mutating func succeeded() {
        hasSucceeded = true
        if stage == .unproven { stage = .proven }
    }

    mutating func credentialChanged() {
        if stage == .proven { stage = .unproven }
    }

    /// Takes the peer's SETTINGS_MAX_CONCURRENT_STREAMS. At a limit of 0, one request is still accepted: it waits until
    /// its timeout, and then the connection is given up.
    mutating func received(limit: Int) { bound = min(max(limit, 1), ConnectionPace.largest) }

    mutating func end() { stage = .ended }
}
