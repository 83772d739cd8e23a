// Refresh tokens and other secrets: how they are written and told from forgeries.

import Models
import Testing

@testable import AuthSession

@Suite("Refresh tokens and opaque secrets")
struct RefreshTokenTests {
    private let tokens = RefreshTokens.sample
    private let session = SessionID.named("0123456789abcdef01234567")

    @Test("a token says what it was made with, and nothing else passes")
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
        let foreign = InstallationKeys(secret: .ofGeneration(2)).refreshTokens
        #expect(foreign.read(token) == nil)
    }

    @Test("successors are the same each time, and differ by parent, session, generation and installation")
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

    @Test("a token cannot be printed")
    func redaction() {
        let token = tokens.token(RefreshTokens.firstSecret(.ofGeneration(7)), of: session, generation: 1)
        #expect("\(token)" == "<redacted>")
    }

    @Test("an opaque secret is looked up by its hash when it has the form of one", arguments: OpaqueSecret.allCases)
    func opaque(_ kind: OpaqueSecret) {
        let secret = kind.text(.ofGeneration(1))
        #expect(secret.value.utf8.count == 46)
        #expect(kind.hash(secret)?.count == 32)
        #expect(kind.hash(secret) != kind.hash(kind.text(.ofGeneration(2))))
        #expect(kind.hash(SecretText(secret.value + "A")) == nil && kind.hash(SecretText(kind.rawValue)) == nil)
        for other in OpaqueSecret.allCases where other != kind { #expect(other.hash(secret) == nil) }
    }
}
