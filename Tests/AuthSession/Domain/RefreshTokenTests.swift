@testable import AuthSession

@Suite("Refresh tokens and opaque secrets") struct RefreshTokenTests {
    private let tokens = RefreshTokens.sample
    private let session = SessionID.named("0123456789abcdef01234567")

    @Test("A refresh token returns what it was made with, and an altered one is refused")
    func roundTrip() throws {
        let secret = RefreshTokens.firstSecret(.ofGeneration(7))
        let token = tokens.token(secret, of: session, generation: 12)
        #expect(token.value.hasPrefix("br_\(session).12.\(secret.value)."))
        #expect(token.value.split(separator: ".").map(\.utf8.count) == [27, 2, 43, 22])
        let shown = try #require(tokens.read(token))
        let expected = Rotation.Shown(session: session, generation: 12, hash: RefreshTokens.hash(secret))
        #expect(shown == expected)
        for index in token.value.indices {
            var changed = token.value
            changed.replaceSubrange(index...index, with: token.value[index] == "A" ? "B" : "A")
            #expect(tokens.read(SecretText(changed)) == nil)
        }
        for other in ["", "br_", "br_...", token.value + "A", String(token.value.dropLast())] {
            #expect(tokens.read(SecretText(other)) == nil)
        }
        let foreign = InstallationKeys(secret: .ofGeneration(2)).refreshTokens
        #expect(foreign.read(token) == nil)
    }

    @Test("Successors are the same each time, and differ by parent, session, generation and installation")
    func successors() {
        let first = tokens.successor(of: .ofGeneration(1), in: session, generation: 2).value
        #expect(first.utf8.count == 43)
        #expect(first == tokens.successor(of: .ofGeneration(1), in: session, generation: 2).value)
        let others = [
            tokens.successor(of: .ofGeneration(2), in: session, generation: 2).value,
            tokens.successor(of: .ofGeneration(1), in: .named("another"), generation: 2).value,
            tokens.successor(of: .ofGeneration(1), in: session, generation: 3).value,
            InstallationKeys(secret: .ofGeneration(2)).refreshTokens
                .successor(of: .ofGeneration(1), in: session, generation: 2).value,
        ]
        #expect(Set(others + [first]).count == 5)
    }

    @Test("A token cannot be printed")
    func redaction() {
        let token = tokens.token(RefreshTokens.firstSecret(.ofGeneration(7)), of: session, generation: 1)
        #expect("\(token)" == "<redacted>")
    }

    @Test("An opaque secret is looked up by its hash if it has the form of one", arguments: OpaqueSecret.allCases)
    func opaque(_ kind: OpaqueSecret) {
        let secret = kind.text(.ofGeneration(1))
        #expect(secret.value.utf8.count == 46)
        #expect(kind.hash(secret)?.count == 32)
        #expect(kind.hash(secret) != kind.hash(kind.text(.ofGeneration(2))))
        #expect(kind.hash(SecretText(secret.value + "A")) == nil && kind.hash(SecretText(kind.rawValue)) == nil)
        for other in OpaqueSecret.allCases where other != kind { #expect(other.hash(secret) == nil) }
    }
}

@Suite("Rotation") struct RotationTests {
    /// The third generation, made from the second at the start.
    private let rotation = Rotation(
        generation: 3, hash: .ofGeneration(3), previousHash: .ofGeneration(2), rotatedAt: .start, signingKey: "key-1")

    private static let answerLife: Int64 = 3600

    private static let cases: [(generation: Int64, hash: UInt8?, isUsed: Bool, after: Int64, step: Rotation.Step)] = [
        // The current one, by refresh token and by access token, however late.
        (3, 3, false, 0, .advance), (3, nil, true, 0, .advance), (3, 3, true, 400 * day * 1000, .advance),
        // A clock that went back makes no thief.
        (2, 2, true, 0, .repeatAnswer), (2, nil, true, 0, .repeatAnswer), (2, 2, true, 10_000, .repeatAnswer),
        (2, 2, true, -5000, .repeatAnswer), (2, 2, true, 10_001, .reuse), (2, nil, true, 10_001, .reuse),
        // While the new token is unused and the repeat period lasts.
        (2, 2, false, 10_001, .repeatAnswer), (2, nil, false, 10_001, .repeatAnswer),
        (2, 2, false, 3_599_999, .repeatAnswer), (2, 2, false, 3_600_000, .reuse), (2, 9, false, 0, .reuse),
        // Older ones, at once.
        (1, 1, false, 0, .reuse), (1, nil, false, 0, .reuse), (1, 1, false, 400 * day * 1000, .reuse),
        // Genuine, but of no row that is known: the database has been taken back.
        (4, 4, false, 0, .unknown), (4, nil, false, 0, .unknown), (3, 9, false, 0, .unknown),
        (0, nil, false, 0, .unknown), (-1, 1, false, 0, .unknown), (2, 9, true, 0, .reuse),
    ]

    @Test("Each shown token leads to its step of the rotation", arguments: cases)
    func step(_ generation: Int64, _ hash: UInt8?, _ isUsed: Bool, _ after: Int64, _ step: Rotation.Step) {
        let shown = Rotation.Shown(session: .named("one"), generation: generation, hash: hash.map { .ofGeneration($0) })
        let now = UnixTime(milliseconds: UnixTime.start.rawValue + after)
        var rotation = rotation
        rotation.isUsed = isUsed
        #expect(rotation.step(for: shown, at: now, answerLife: Self.answerLife) == step)
    }

    @Test("The successor takes the place of the current one, which becomes the one before")
    func advance() {
        let now = UnixTime.start.adding(seconds: 60)
        let next = rotation.advanced(to: .ofGeneration(4), signingKey: "key-2", at: now)
        #expect(
            next
                == Rotation(
                    generation: 4, hash: .ofGeneration(4), previousHash: .ofGeneration(3), rotatedAt: now,
                    signingKey: "key-2"))
    }
}
