// The rules of the edge's memory of its callers.

import Models
import Testing

@testable import Edge

@Suite("The memory of callers")
struct AuthenticationCacheTests {
    private let epoch = FeedEpoch(rawValue: 1)
    private let now = UnixTime(milliseconds: 1_000_000)

    private func cache(bound: Int = 10, at sequence: UInt64 = 5) -> AuthenticationCache {
        var cache = AuthenticationCache(bound: bound)
        cache.apply(page(), FeedCursor(epoch: epoch, sequence: sequence))
        return cache
    }

    private func page(_ gone: [String] = [], startsOver: Bool = false) -> FeedPage {
        let changes = gone.map { FeedChange(sequence: 6, key: $0, value: nil) }
        return FeedPage(epoch: epoch, changes: changes, highWater: 6, startsOver: startsOver)
    }

    private func reply(_ name: String, sequence: UInt64 = 5, epoch: UInt64 = 1) -> Authenticate.Reply {
        Authenticate.Reply(principal: session(name), epoch: FeedEpoch(rawValue: epoch), sequence: sequence)
    }

    private func digest(_ token: String) -> CredentialDigest { CredentialDigest(kind: 0, token) }

    @Test(
        "An answer counts when it is of the feed's life and no older than what is known",
        arguments: [
            (5, 1, AuthenticationCache.Admission.admitted), (6, 1, .admitted), (4, 1, .outdated), (9, 2, .otherEpoch),
        ] as [(UInt64, UInt64, AuthenticationCache.Admission)])
    func admission(_ sequence: UInt64, _ epoch: UInt64, _ expected: AuthenticationCache.Admission) {
        var cache = cache()
        #expect(cache.take(reply("a", sequence: sequence, epoch: epoch), of: digest("t"), at: now) == expected)
        #expect((cache.principal(of: digest("t"), at: now) != nil) == (expected == .admitted))
    }

    @Test("Before the feed was heard of an answer is used and not remembered")
    func beforeTheFeed() {
        var cache = AuthenticationCache(bound: 10)
        #expect(cache.take(reply("a"), of: digest("t"), at: now) == .admitted)
        #expect(cache.principal(of: digest("t"), at: now) == nil)
    }

    @Test("All tokens of a session are forgotten with it, and those of no other")
    func endOfASession() {
        var cache = cache()
        for token in ["t1", "t2"] { _ = cache.take(reply("a"), of: digest(token), at: now) }
        _ = cache.take(reply("b"), of: digest("t3"), at: now)
        cache.apply(page(["session/a", "session/unknown", "nonsense"]), FeedCursor(epoch: epoch, sequence: 6))
        #expect(cache.principal(of: digest("t1"), at: now) == nil)
        #expect(cache.principal(of: digest("t2"), at: now) == nil)
        #expect(cache.principal(of: digest("t3"), at: now) == session("b"))
        #expect(cache.count == 1)
    }

    @Test("Everybody is forgotten when the feed begins anew", arguments: [true, false])
    func beginsAnew(_ startsOver: Bool) {
        var cache = cache()
        _ = cache.take(reply("a"), of: digest("t"), at: now)
        let other = FeedCursor(epoch: startsOver ? epoch : FeedEpoch(rawValue: 2), sequence: 1)
        cache.apply(page(startsOver: startsOver), other)
        #expect(cache.count == 0)
    }

    @Test("A session ended here is not remembered again by a late answer")
    func endedHere() {
        var cache = cache()
        cache.forget(session: SessionID("a")!)
        #expect(cache.take(reply("a", sequence: 5), of: digest("t"), at: now) == .ended)
        #expect(cache.take(reply("b", sequence: 5), of: digest("u"), at: now) == .admitted)
    }

    @Test("The bound holds, and who is seen often stays", arguments: [0, 1, 2, 10, 101])
    func bound(_ bound: Int) {
        var cache = cache(bound: bound)
        for number in 0..<1000 {
            _ = cache.take(reply("s\(number)"), of: digest("t\(number)"), at: now)
            if bound >= 2, number > 0 { _ = cache.take(reply("often"), of: digest("often"), at: now) }
            #expect(cache.count <= bound + bound % 2)
        }
        #expect((cache.principal(of: digest("often"), at: now) != nil) == (bound >= 2))
    }

    @Test("Ended sessions are remembered up to the bound, the oldest goes first")
    func endedSessions() {
        var ended = EndedSessions(bound: 3)
        for name in ["a", "b", "c", "c", "d"] { ended.insert(SessionID(name)!) }
        #expect(["a", "b", "c", "d"].map { ended.contains(SessionID($0)!) } == [false, true, true, true])
    }
}
