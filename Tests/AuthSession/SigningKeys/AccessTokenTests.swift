import JWTKit

@testable import AuthSession

@Suite("Access tokens and signing keys", .timeLimit(.minutes(10))) struct AccessTokenTests {
    private let stores = ScratchStores()
    private let store: SessionStore
    private let seal = SymmetricKey(data: [UInt8](repeating: 1, count: 32))
    private let schedule = KeySchedule(lifetime: 90 * day, tokenLifetime: day, sessionLifetime: 3650 * day)

    init() throws { store = try stores.sessions(.sqlite) }

    private func ring(_ seal: SymmetricKey? = nil) async throws -> KeyRing {
        try await KeyRing(
            store: store, schedule: schedule, seal: seal ?? self.seal, secretPath: "the file",
            random: { count in (0..<count).map { _ in UInt8.random(in: 0...255) } })
    }

    private func session(signedBy key: String, generation: Int64 = 1) -> (SessionRecord, Rotation) {
        let record = SessionRecord.sample()
        return (
            record,
            Rotation(
                generation: generation, hash: .ofGeneration(1), previousHash: nil, rotatedAt: .start, signingKey: key)
        )
    }

    @Test("A token is the same each time, also after the keys were read again")
    func deterministic() async throws {
        let ring = try await ring()
        let key = try #require(try await ring.keepUp(at: .start))
        let (record, rotation) = session(signedBy: key.id)
        let tokens = AccessTokens(ring: ring, issuer: "balise", lifetime: day)
        let token = try tokens.token(of: record, rotation)
        let again = AccessTokens(ring: try await self.ring(), issuer: "balise", lifetime: day)
        #expect(try again.token(of: record, rotation).token.value == token.token.value)
        #expect(again.read(token.token)?.session == record.id)
        #expect(token.expiresAt == .start.adding(seconds: day))
    }

    @Test("A token of another issuer, or with another algorithm in a genuine signature's header, is refused")
    func refused() async throws {
        let ring = try await ring()
        let key = try #require(try await ring.keepUp(at: .start))
        let (record, rotation) = session(signedBy: key.id)
        let tokens = AccessTokens(ring: ring, issuer: "balise", lifetime: day)
        let foreign = AccessTokens(ring: ring, issuer: "another", lifetime: day)
        #expect(tokens.read(try foreign.token(of: record, rotation).token) == nil)
        let payload = try tokens.token(of: record, rotation).token.value.split(separator: ".")[1]
        for header in [
            #"{"alg":"HS256","kid":"\#(key.id)"}"#, #"{"alg":"none","kid":"\#(key.id)"}"#, #"{"alg":"EdDSA"}"#,
        ] {
            let body = "\(base64URL(Array(header.utf8))).\(payload)"
            let signature = try key.privateKey.signature(for: Data(body.utf8))
            #expect(tokens.read(SecretText("\(body).\(base64URL(signature))")) == nil)
        }
    }

    @Test("A token is accepted only for the audience that it names")
    func audiences() async throws {
        let ring = try await ring()
        let key = try #require(try await ring.keepUp(at: .start))
        let (record, rotation) = session(signedBy: key.id)
        let tokens = AccessTokens(ring: ring, issuer: "balise", lifetime: day)
        let (start, end) = (UnixTime.start, UnixTime.start.adding(seconds: 600))
        let exchange = AccessClaims.Exchange(id: try #require(TokenID("t1")), audience: "maps", program: nil)
        let own = try tokens.token(of: record, rotation).token
        let appwrite = try tokens.token(showing: record, signedBy: key, from: start, to: end).token
        let exchanged = try tokens.token(showing: record, signedBy: key, from: start, to: end, exchange: exchange).token
        #expect(tokens.read(own)?.isForAppwrite == false && tokens.read(own)?.exchange == nil)
        #expect(tokens.read(appwrite)?.isForAppwrite == true && tokens.read(appwrite)?.generation == nil)
        #expect(tokens.read(exchanged)?.exchange == exchange && tokens.read(exchanged)?.isForAppwrite == false)
        func claims(_ token: SecretText) throws -> [String: ClaimValue] {
            let payload = try #require(base64URLDecoded(token.value.split(separator: ".")[1].utf8))
            return try JSONDecoder().decode([String: ClaimValue].self, from: Data(payload))
        }
        for (token, audience) in [(own, "balise"), (appwrite, "balise/v1/account"), (exchanged, "maps")] {
            guard case .text(audience) = try claims(token)["aud"] else {
                Issue.record("the audience is not \(audience)")
                continue
            }
        }
        // One of another audience, and one with a name and none, are no tokens of ours.
        func signed(_ payload: String) throws -> SecretText {
            let body = "\(key.encodedHeader).\(base64URL(Array(payload.utf8)))"
            return SecretText("\(body).\(base64URL(try key.privateKey.signature(for: Data(body.utf8))))")
        }
        let plain = #""iss":"balise","sub":"anna","sid":"one","iat":1,"exp":2,"gen":1"#
        #expect(tokens.read(try signed("{\(plain)}")) == nil)
        #expect(tokens.read(try signed(#"{\#(plain),"aud":"balise"}"#)) != nil)
        for more in [#""aud":"maps""#, #""jti":"t1""#, #""aud":["balise"]"#] {
            #expect(tokens.read(try signed("{\(plain),\(more)}")) == nil, "\(more)")
        }
    }

    @Test("A token of a key that is gone cannot be made or read")
    func goneKey() async throws {
        let ring = try await ring()
        let key = try #require(try await ring.keepUp(at: .start))
        let (record, rotation) = session(signedBy: key.id)
        let tokens = AccessTokens(ring: ring, issuer: "balise", lifetime: day)
        let token = try tokens.token(of: record, rotation).token
        _ = try await ring.rotate(at: .start.adding(seconds: 1))
        #expect(tokens.read(token) != nil)
        _ = try await ring.keepUp(at: .start.adding(seconds: 3651 * day))
        #expect(tokens.read(token) == nil)
        #expect(throws: AccessTokens.Failure.self) { try tokens.token(of: record, rotation) }
    }

    @Test("Keys that are made at the same time are all stored")
    func madeAtOnce() async throws {
        let ring = try await ring()
        let count = 64
        let made = try await withThrowingTaskGroup { group in
            for _ in 0..<count { group.addTask { try await ring.rotate(at: .start) } }
            return try await group.reduce(into: []) { $0.append($1.id) }
        }
        #expect(Set(made).count == count)
        #expect(made.allSatisfy { ring.key($0) != nil })
    }

    @Test("A key lies in the database sealed, and opens with the same secret only")
    func sealing() async throws {
        let key = try #require(try await ring().keepUp(at: .start))
        let stored = try #require(try await store.signingKeys().first)
        let raw = Array(key.privateKey.rawRepresentation)
        #expect(Data(stored.sealed).range(of: Data(raw)) == nil)
        #expect(try SigningKey(stored, seal: seal).privateKey.rawRepresentation == key.privateKey.rawRepresentation)
        await #expect(throws: KeyRing.Failure.self) { try await ring(SymmetricKey(size: .bits256)) }
        // A sealed key does not pass for one of another name.
        let renamed = StoredSigningKey(id: "another", sealed: stored.sealed, activeFrom: stored.activeFrom)
        #expect(throws: CryptoKitError.self) { try SigningKey(renamed, seal: seal) }
    }
}
