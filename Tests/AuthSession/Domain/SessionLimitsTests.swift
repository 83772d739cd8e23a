// How long sessions live, and which have to go.

import Isolation
import Models
import Testing

@testable import AuthSession

@Suite("The limits of sessions")
struct SessionLimitsTests {
    private let limits = SessionLimits()

    @Test(
        "a session ends for want of use or by its age, whichever is sooner",
        arguments: [
            (SessionKind.rotating, false, Int64(0), 30 * day), (.rotating, true, 0, 365 * day),
            (.opaque, false, 0, 365 * day), (.opaque, true, 0, 365 * day),
            (.rotating, false, 100 * day, 130 * day), (.rotating, true, 3600 * day, 3650 * day),
            (.rotating, false, 3640 * day, 3650 * day),
        ])
    func expiry(_ kind: SessionKind, _ isRemembered: Bool, _ usedAfter: Int64, _ endsAfter: Int64) {
        var session = SessionRecord.sample(kind: kind, isRemembered: isRemembered)
        session.lastActivityAt = .start.adding(seconds: usedAfter)
        #expect(limits.expiry(of: session) == .start.adding(seconds: endsAfter))
    }

    @Test("there is room for one more after those that are over and the least recently active have gone")
    func room() {
        let sessions = (0..<12).map { index in
            var session = SessionRecord.sample("s\(index)", isRemembered: index != 0)
            // The higher the number, the longer unused; all but the first are remembered.
            session.lastActivityAt = .start.adding(seconds: -Int64(index))
            return session
        }
        let now = UnixTime.start.adding(seconds: 40 * day)
        let ended = limits.sessionsToEnd(among: sessions, at: now)
        #expect(ended.map(\.session.id.text) == ["s0", "s11", "s10"])
        #expect(ended.map(\.reason) == [.expired, .limit, .limit])
        #expect(limits.sessionsToEnd(among: Array(sessions[1..<10]), at: now).isEmpty)
        #expect(limits.sessionsToEnd(among: [], at: now).isEmpty)
    }

    @Test("with room for one, each session ends the one before")
    func one() {
        var limits = SessionLimits()
        limits.maximum = 1
        let ended = limits.sessionsToEnd(among: [.sample("one"), .sample("two")], at: .start)
        #expect(ended.count == 2)
    }
}
