@testable import Edge

@Suite struct AuthenticationCacheTests {
    private static let life = FeedEpoch(rawValue: 1)
    private static let token = CredentialKey(.token(SecretText("a token")))
    private let memory = Memory(AuthenticationCache(capacity: 10))

    private final class Memory {
        var cache: AuthenticationCache

        init(_ cache: AuthenticationCache) { self.cache = cache }
    }

    private static func moment(_ milliseconds: Int) -> AuthenticationCache.Moment {
        .init(steady: .milliseconds(milliseconds), wall: UnixTime(milliseconds: Int64(milliseconds)))
    }

    private static func answer(
        _ principal: Principal?, _ sequence: UInt64, epoch: FeedEpoch = AuthenticationCacheTests.life,
        refusal: ErrorCode? = nil
    ) -> Authenticate.Reply {
        Authenticate.Reply(principal: principal, refusal: refusal, epoch: epoch, sequence: sequence)
    }

    private static func page(
        _ ended: [CredentialChange] = [], after: UInt64, epoch: FeedEpoch = AuthenticationCacheTests.life,
        highWater: UInt64? = nil,
        startsOver: Bool = false
    ) -> FeedPage {
        let changes = ended.enumerated().map { position, change in
            FeedChange(sequence: after + UInt64(position) + 1, key: change.key, value: nil)
        }
        return FeedPage(
            epoch: epoch, changes: changes, highWater: highWater ?? after + UInt64(ended.count),
            startsOver: startsOver)
    }

    private func follow(at sequence: UInt64 = 5) {
        memory.cache.receive(AuthenticationCacheTests.page(after: sequence), asked: .zero)
    }

    private func receive(
        _ answer: Authenticate.Reply, asked: Int = 0, at time: Int = 0,
        _ key: CredentialKey = AuthenticationCacheTests.token
    ) -> AuthenticationCache.AnswerResult {
        memory.cache.receive(answer, about: key, asked: .milliseconds(asked), at: Self.moment(time))
    }

    private func look(_ key: CredentialKey, _ now: AuthenticationCache.Moment) -> AuthenticationCache.LookupResult {
        memory.cache.lookUp(key, at: now)
    }

    private func stale(_ key: CredentialKey, _ now: AuthenticationCache.Moment) -> Principal? {
        memory.cache.lookUpStale(key, at: now)
    }

    private func dequeueActivity() -> [RecordActivity.Activity] { memory.cache.dequeueActivity() }

    // MARK: Answers

    @Test("The cache takes an answer that is not older than the feed", arguments: [(4, false), (5, true), (6, true)])
    func answerAndCursor(_ sequence: UInt64, _ counts: Bool) {
        follow(at: 5)
        let result = receive(Self.answer(.sessionOf("a"), sequence))
        #expect(result == (counts ? .principal(.sessionOf("a")) : .outdated))
        #expect(look(Self.token, Self.moment(1)) == (counts ? .known(.sessionOf("a")) : .unknown))
    }

    @Test("The cache takes no refusal that is older than the feed")
    func refusalAndCursor() {
        follow(at: 5)
        #expect(receive(Self.answer(nil, 4, refusal: .tokenExpired)) == .outdated)
        #expect(receive(Self.answer(nil, 5, refusal: .tokenExpired)) == .refused(.tokenExpired))
        #expect(look(Self.token, Self.moment(1)) == .unknown)
    }

    @Test("Before the first page of the feed, an answer is used and not remembered")
    func unfollowed() {
        #expect(receive(Self.answer(.sessionOf("a"), 5)) == .principal(.sessionOf("a")))
        #expect(memory.cache.count == 0)
    }

    @Test(
        "A late answer is valid only if the feed has spoken since the question",
        arguments: [
            (1500, nil, true), (1501, nil, false), (1501, 1400, true), (1501, 0, false), (9000, 8000, true),
        ] as [(Int, Int?, Bool)])
    func lateAnswer(_ time: Int, _ heardOf: Int?, _ counts: Bool) {
        if let heardOf { memory.cache.receive(Self.page(after: 5), asked: .milliseconds(heardOf)) }
        let result = receive(Self.answer(.sessionOf("a"), 5), asked: 0, at: time)
        #expect(result == (counts ? .principal(.sessionOf("a")) : .outdated))
    }

    @Test("A refusal removes the remembered caller")
    func refusal() {
        follow()
        _ = receive(Self.answer(.sessionOf("a"), 5))
        #expect(receive(Self.answer(nil, 6, refusal: .accountGone)) == .refused(.accountGone))
        #expect(stale(Self.token, Self.moment(1)) == nil)
    }

    // MARK: Freshness

    @Test(
        "A remembered caller is valid for 1.5 s after the last page, and 30 s for reads without auth-session",
        arguments: [(1500, true, true), (1501, false, true), (30_000, false, true), (30_001, false, false)])
    func freshness(_ time: Int, _ isKnown: Bool, _ servesStale: Bool) {
        follow()
        _ = receive(Self.answer(.sessionOf("a"), 5))
        #expect(look(Self.token, Self.moment(time)) == (isKnown ? .known(.sessionOf("a")) : .unsure))
        #expect(stale(Self.token, Self.moment(time)) == (servesStale ? .sessionOf("a") : nil))
    }

    @Test("An empty page keeps the cache fresh; a page that more pages follow does not")
    func heartbeats() {
        follow()
        _ = receive(Self.answer(.sessionOf("a"), 5))
        memory.cache.receive(Self.page([.session(SessionID("b")!)], after: 5, highWater: 9), asked: .seconds(2))
        #expect(look(Self.token, Self.moment(2000)) == .unsure)
        memory.cache.receive(Self.page([.session(SessionID("c")!)], after: 8), asked: .seconds(2))
        #expect(look(Self.token, Self.moment(2000)) == .known(.sessionOf("a")))
        memory.cache.receive(Self.page(after: 9), asked: .seconds(4))
        #expect(look(Self.token, Self.moment(5000)) == .known(.sessionOf("a")))
    }

    @Test("A page of an earlier question does not make the cache older")
    func orderOfNews() {
        memory.cache.receive(Self.page(after: 5), asked: .seconds(3))
        memory.cache.receive(Self.page(after: 5), asked: .seconds(1))
        #expect(memory.cache.isFresh(at: .seconds(4)))
    }

    @Test("While the cache is not fresh, an answer is used and not remembered")
    func notFresh() {
        follow()
        #expect(receive(Self.answer(.sessionOf("a"), 5), asked: 2000, at: 2001) == .principal(.sessionOf("a")))
        #expect(memory.cache.count == 0)
    }

    // MARK: Ends

    @Test("The cache forgets what the feed ends, and nothing else")
    func evictions() {
        follow()
        let second = CredentialKey(.token(SecretText("another token of the same session")))
        let other = CredentialKey(.token(SecretText("somebody else")))
        let program = CredentialKey(.apiKey(SecretText("a program")))
        _ = receive(Self.answer(.sessionOf("a"), 5))
        _ = receive(Self.answer(.sessionOf("a"), 5), second)
        _ = receive(Self.answer(.sessionOf("b"), 5), other)
        _ = receive(Self.answer(.keyOf("a"), 5), program)
        memory.cache.receive(Self.page([.session(SessionID("a")!)], after: 5), asked: .zero)
        let now = Self.moment(1)
        #expect(
            [Self.token, second, other, program].map { look($0, now) } == [
                .unknown, .unknown, .known(.sessionOf("b")), .known(.keyOf("a")),
            ])
        memory.cache.receive(Self.page([.apiKey(APIKeyID("a")!)], after: 6), asked: .zero)
        #expect(look(program, now) == .unknown)
        #expect(memory.cache.count == 1)
    }

    @Test(
        "An exchanged token ends alone, or with its session",
        arguments: [
            (CredentialChange.session(SessionID("a")!), [false, false, false]),
            (.token(TokenID("t")!), [false, true, true]), (.token(TokenID("u")!), [true, false, true]),
            (.session(SessionID("b")!), [true, true, true]),
        ])
    func exchangedTokens(_ ended: CredentialChange, _ areKnown: [Bool]) {
        let keys = ["one", "other", "its own"].map { CredentialKey(.token(SecretText($0))) }
        let principals = [Principal.exchanged("t", ofSession: "a"), .exchanged("u", ofSession: "a"), .sessionOf("a")]
        for isForgotten in [false, true] {
            memory.cache = AuthenticationCache(capacity: 10)
            follow()
            for (key, principal) in zip(keys, principals) { _ = receive(Self.answer(principal, 5), key) }
            if isForgotten {
                memory.cache.forget(ended)
            } else {
                memory.cache.receive(Self.page([ended], after: 5), asked: .zero)
            }
            for (position, key) in keys.enumerated() {
                let result = look(key, Self.moment(1))
                #expect(result == (areKnown[position] ? .known(principals[position]) : .unknown))
            }
            #expect(memory.cache.count == areKnown.count { $0 })
            memory.cache.forget(.session(SessionID("a")!))
            #expect(memory.cache.count == 0)
        }
    }

    @Test("The cache forgets everything when the feed has an unknown kind of change")
    func unknownNews() {
        follow()
        _ = receive(Self.answer(.sessionOf("a"), 5))
        let change = FeedChange(sequence: 6, key: "issuer/x", value: [])
        memory.cache.receive(
            FeedPage(epoch: Self.life, changes: [change], highWater: 6, startsOver: false), asked: .zero)
        #expect(look(Self.token, Self.moment(1)) == .unknown)
    }

    @Test("The cache forgets a session that this edge ended, and refuses late answers about it")
    func forgetting() {
        follow()
        _ = receive(Self.answer(.sessionOf("a"), 5))
        memory.cache.forget(.session(SessionID("a")!))
        #expect(look(Self.token, Self.moment(1)) == .unknown)
        #expect(receive(Self.answer(.sessionOf("a"), 5)) == .refused(.invalidToken))
        #expect(receive(Self.answer(.sessionOf("b"), 5)) == .principal(.sessionOf("b")))
    }

    @Test(
        "The cache remembers no caller longer than their credential is valid",
        arguments: [(99, true), (100, false), (101, false)])
    func expiry(_ time: Int, _ isKnown: Bool) {
        follow()
        let principal = Principal.sessionOf("a", until: UnixTime(milliseconds: 100))
        _ = receive(Self.answer(principal, 5))
        #expect(look(Self.token, Self.moment(time)) == (isKnown ? .known(principal) : .unknown))
        #expect(stale(Self.token, Self.moment(time)) == (isKnown ? principal : nil))
        #expect(memory.cache.count == (isKnown ? 1 : 0))
    }

    // MARK: Another life of the feed

    @Test(
        "The cache forgets everything when the epoch changes or the feed starts over",
        arguments: [(FeedEpoch(rawValue: 2), false), (FeedEpoch(rawValue: 1), true)])
    func startingOver(_ epoch: FeedEpoch, _ startsOver: Bool) {
        follow()
        _ = receive(Self.answer(.sessionOf("a"), 5))
        memory.cache.receive(Self.page(after: 0, epoch: epoch, startsOver: startsOver), asked: .zero)
        #expect(memory.cache.count == 0)
        #expect(receive(Self.answer(.sessionOf("a"), 0, epoch: epoch)) == .principal(.sessionOf("a")))
        #expect(memory.cache.count == 1)
    }

    @Test("An answer of another epoch is not used, and empties the cache until the next page")
    func answerOfAnotherEpoch() {
        follow()
        _ = receive(Self.answer(.sessionOf("a"), 5))
        let epoch = FeedEpoch(rawValue: 2)
        #expect(receive(Self.answer(.sessionOf("b"), 9, epoch: epoch)) == .outdated)
        #expect(memory.cache.count == 0 && !memory.cache.isFresh(at: .zero))
        #expect(receive(Self.answer(.sessionOf("b"), 9, epoch: epoch)) == .principal(.sessionOf("b")))
        #expect(memory.cache.count == 0)
    }

    // MARK: Bounds and activity

    @Test("A full cache forgets the caller that was used least recently")
    func bound() {
        follow()
        let keys = (0..<11).map { CredentialKey(.token(SecretText("token \($0)"))) }
        for (number, key) in keys.enumerated() {
            _ = receive(Self.answer(.sessionOf("s\(number)"), 5), key)
            _ = look(keys[0], Self.moment(0))
        }
        #expect(memory.cache.count == 10)
        #expect(look(keys[0], Self.moment(0)) == .known(.sessionOf("s0")))
        #expect(look(keys[1], Self.moment(0)) == .unknown)
    }

    @Test("A cache without room remembers nothing")
    func noRoom() {
        memory.cache = AuthenticationCache(capacity: 0)
        follow()
        #expect(receive(Self.answer(.sessionOf("a"), 5)) == .principal(.sessionOf("a")))
        #expect(memory.cache.count == 0)
    }

    @Test("The cache reports each active session once, with the time of its last use")
    func activity() {
        memory.cache = AuthenticationCache(capacity: 1)
        let other = CredentialKey(.token(SecretText("other")))
        _ = receive(Self.answer(.sessionOf("unfollowed"), 5))
        follow()
        _ = receive(Self.answer(.sessionOf("evicted"), 5), at: 10)
        _ = receive(Self.answer(.sessionOf("used"), 5), at: 20, other)
        _ = look(other, Self.moment(30))
        var reported = dequeueActivity().map { "\($0.session) \($0.at.rawValue)" }.sorted()
        #expect(reported == ["evicted 10", "unfollowed 0", "used 30"])
        #expect(dequeueActivity().isEmpty)
        _ = look(other, Self.moment(40))
        memory.cache.report(SessionID("used")!, UnixTime(milliseconds: 35))
        reported = dequeueActivity().map { "\($0.session) \($0.at.rawValue)" }
        #expect(reported == ["used 40"])
    }

    @Test("The cache does not report a session that has ended")
    func activityOfTheEnded() {
        follow()
        _ = receive(Self.answer(.sessionOf("a"), 5))
        memory.cache.report(SessionID("a")!, UnixTime(milliseconds: 1))
        memory.cache.forget(.session(SessionID("a")!))
        #expect(dequeueActivity().isEmpty)
    }
}
