// The sessions that an edge has ended lately.

import Models

/// Remembers the latest so many ended sessions; a session that has ended never lives again.
struct EndedSessions: Sendable {
    private let bound: Int
    private var sessions: Set<SessionID> = []
    private var order: [SessionID] = []
    private var next = 0

    init(bound: Int) { self.bound = bound }

    func contains(_ session: SessionID) -> Bool { sessions.contains(session) }

    /// Remembers `session`, and forgets the one that has been remembered longest when there are too many.
    mutating func insert(_ session: SessionID) {
        guard sessions.insert(session).inserted else { return }
        if order.count < bound {
            order.append(session)
        } else {
            sessions.remove(order[next])
            order[next] = session
            next = (next + 1) % bound
        }
    }
}
