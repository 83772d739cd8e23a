@testable import AuthSession

@Suite("The keys of an issuer", .timeLimit(.minutes(10))) struct KeySetCacheTests {
    private final class Readings: Sendable {
        private struct State {
            var count = 0
            var waiting: [CheckedContinuation<KeySet?, Never>] = []
        }

        private struct Failed: Error {}
        private let state = Mutex(State())

        var count: Int { state.withLock { $0.count } }

        @Sendable func read() async throws -> (keys: KeySet, lifetime: Int64) {
            let keys = await withCheckedContinuation { continuation in
                state.withLock { state in
                    state.count += 1
                    state.waiting.append(continuation)
                }
            }
            guard let keys else { throw Failed() }
            return (keys, 3600)
        }

        func end(_ keys: KeySet?) async throws {
            #expect(await eventually { state.withLock { !$0.waiting.isEmpty } }, "a reading waits")
            let reading = state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
            try #require(reading).resume(returning: keys)
        }
    }

    private static func keys(_ names: String...) throws -> KeySet {
        let key = IssuerKey.p256(.init())
        let all = try names.compactMap { try key.jwk(named: $0) }.joined(separator: ",")
        return try KeySet(json: Data(#"{"keys":[\#(all)]}"#.utf8))
    }

    @Test("A hundred callers at once share one reading of the keys")
    func shared() async throws {
        let readings = Readings()
        let cache = KeySetCache(clock: SetClock(), read: readings.read)
        try await withThrowingTaskGroup { group in
            for number in 0..<100 {
                group.addTask { _ = try await cache.key(number % 2 == 0 ? "one" : "two", .es256, for: "") }
            }
            try await readings.end(Self.keys("one", "two"))
            try await group.waitForAll()
        }
        #expect(readings.count == 1)
    }

    @Test("Old keys verify tokens while they are read again")
    func background() async throws {
        let (readings, clock) = (Readings(), SetClock())
        let cache = KeySetCache(clock: clock, read: readings.read)
        async let first = cache.key("one", .es256, for: "")
        try await readings.end(Self.keys("one"))
        _ = try await first
        clock.advance(seconds: 3599)
        _ = try await cache.key("one", .es256, for: "")
        #expect(readings.count == 1)
        clock.advance(seconds: 1)
        // Nobody ends the second reading yet.
        _ = try await cache.key("one", .es256, for: "")
        _ = try await cache.key("one", .es256, for: "")
        try await readings.end(Self.keys("two"))
        _ = try await cache.key("two", .es256, for: "")
        #expect(readings.count == 2)
        await #expect(throws: TokenRefusal.key) { try await cache.key("one", .es256, for: "") }
        await #expect(throws: TokenRefusal.key) { try await cache.key("two", .rs256, for: "") }
        #expect(readings.count == 2)
    }

    @Test("An unknown key id is refused after a reading, and undecided while the issuer is unreachable")
    func unknown() async throws {
        let (readings, clock) = (Readings(), SetClock())
        let cache = KeySetCache(clock: clock, read: readings.read)
        async let first = #expect(throws: IssuerUnreachable(retryAfter: 10)) {
            try await cache.key("one", .es256, for: "")
        }
        try await readings.end(nil)
        _ = await first
        // The issuer is not asked again within ten seconds.
        await #expect(throws: IssuerUnreachable(retryAfter: 10)) { try await cache.key("one", .es256, for: "") }
        #expect(readings.count == 1)
        clock.advance(seconds: 10)
        async let second = #expect(throws: TokenRefusal.key) { try await cache.key("two", .es256, for: "") }
        try await readings.end(Self.keys("one"))
        _ = await second
        _ = try await cache.key("one", .es256, for: "")
        #expect(readings.count == 2)
    }

    @Test("A source that invents key ids does not keep other sources from a new key")
    func bySource() async throws {
        let (readings, clock) = (Readings(), SetClock())
        let cache = KeySetCache(clock: clock, read: readings.read)
        async let first = cache.key("one", .es256, for: "a")
        try await readings.end(Self.keys("one"))
        _ = try await first
        clock.advance(seconds: 60)
        async let unknown = #expect(throws: TokenRefusal.key) { try await cache.key("none", .es256, for: "thief") }
        try await readings.end(Self.keys("one"))
        _ = await unknown
        // The issuer changes its key in the next second. From the same source nothing is asked again, and nothing refused.
        clock.advance(seconds: 1)
        await #expect(throws: IssuerUnreachable(retryAfter: 59)) { try await cache.key("two", .es256, for: "thief") }
        await #expect(throws: IssuerUnreachable(retryAfter: 4)) { try await cache.key("two", .es256, for: "b") }
        clock.advance(seconds: 4)
        async let second = cache.key("two", .es256, for: "b")
        try await readings.end(Self.keys("two"))
        _ = try await second
        #expect(readings.count == 3)
        // Keys that the issuer has revoked need no further request.
        await #expect(throws: TokenRefusal.key) { try await cache.key("one", .es256, for: "c") }
        #expect(readings.count == 3)
    }

    @Test("Keys of unsupported types and other uses are skipped")
    func kinds() throws {
        let rsa = try #require(try IssuerKey.newRSA().jwk(named: "rsa"))
        let others = [
            #"{"kty":"oct","kid":"a","k":"c2VjcmV0"}"#, #"{"kty":"EC","crv":"P-384","kid":"b","x":"AA","y":"AA"}"#,
            #"{"kty":"EC","crv":"P-256","kid":"c","x":"AA","y":"AA"}"#,
            #"{"kty":"RSA","kid":"d","n":"AQAB","e":"AQAB"}"#,
            #"{"kty":"RSA","kid":"e"}"#, "{}", rsa.replacingOccurrences(of: #""use":"sig""#, with: #""use":"enc""#),
            rsa.replacingOccurrences(of: "RS256", with: "RSA-OAEP"),
            rsa.replacingOccurrences(of: #""kid":"rsa""#, with: #""kid":7"#),
        ]
        for other in others {
            #expect(throws: KeySet.Unusable.self) { try KeySet(json: Data(#"{"keys":[\#(other)]}"#.utf8)) }
        }
        let all = (others.prefix(6) + [rsa]).joined(separator: ",")
        let keys = try KeySet(json: Data(#"{"keys":[\#(all)]}"#.utf8))
        #expect(keys.key("rsa", .rs256)?.id == "rsa" && keys.key("rsa", .es256) == nil)
        #expect(keys.key("rsa", .ps256) == nil, "its issuer has it sign otherwise")
        #expect(keys.key("b", .es256) == nil && keys.key("d", .rs256) == nil)
    }
}

@Suite("The ends of client secrets") struct ClientSecretEndsTests {
    private func issuer(_ name: String, secret: String?) throws -> IssuerSettings {
        let address = try #require(URL(string: "https://id.example/keys"))
        return IssuerSettings(
            name: name, issuer: "https://id.example", audiences: [], keys: .set(address),
            signIn: IssuerSettings.SignIn(
                clientID: "balise", clientSecret: secret.map { Secret($0) }, discovery: address))
    }

    private func token(_ claims: String) -> String {
        [#"{"alg":"ES256","kid":"k"}"#, claims, "s"].map { base64URL(Array($0.utf8)) }.joined(separator: ".")
    }

    @Test("The metrics have the end of a client secret that is a token, and of no other secret")
    func ends() throws {
        let ends = ClientSecretEnds([
            try issuer("apple", secret: token(#"{"exp":1800000000}"#)), try issuer("plain", secret: "a.b.c"),
            try issuer("endless", secret: token("{}")), try issuer("odd", secret: token(#"{"exp":1e300}"#)),
            try issuer("public", secret: nil),
        ])
        #expect(ends.ends.map(\.name) == ["issuers.apple.clientSecret"])
        #expect(ends.samples.map(\.value) == [1_800_000_000])
    }
}
