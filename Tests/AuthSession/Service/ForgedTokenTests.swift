@testable import AuthSession

struct Genuine: Sendable {
    let key: IssuerKey
    let now: Int64
    let draft: @Sendable (_ user: String) -> TokenDraft

    static let user = "001234.canary5f0c3a9e7b1d2c4f6a8e0b1d.0815"

    func token(for user: String = Genuine.user) throws -> String { try draft(user).signed(by: key) }

    /// A key of the other type, and one of the same.
    var otherKind: IssuerKey {
        get throws { if case .rsa = key { .p256(.init()) } else { try .newRSA() } }
    }
    var sameKind: IssuerKey {
        get throws { if case .rsa = key { try .newRSA() } else { .p256(.init()) } }
    }
}

struct Forgery: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let reason: TokenRefusal
    let make: @Sendable (Genuine) throws -> String

    init(_ name: String, _ reason: TokenRefusal, _ make: @escaping @Sendable (Genuine) throws -> String) {
        testDescription = name
        (self.reason, self.make) = (reason, make)
    }

    /// Apple names its key in each token. Issuers that are configured need not, while they have one key.
    static let withoutKeyName = signed("without the name of a key", .key) { draft, _ in draft.header["kid"] = nil }

    private static func signed(
        _ name: String, _ reason: TokenRefusal, _ change: @escaping @Sendable (inout TokenDraft, Int64) -> Void
    ) -> Forgery {
        Forgery(name, reason) { genuine in
            var draft = genuine.draft(Genuine.user)
            change(&draft, genuine.now)
            return try draft.signed(by: genuine.key)
        }
    }

    private static func forged(
        _ name: String, _ reason: TokenRefusal, by key: @escaping @Sendable (Genuine) throws -> IssuerKey,
        _ change: @escaping @Sendable (inout TokenDraft, IssuerKey, Genuine) throws -> Void = { _, _, _ in }
    ) -> Forgery {
        Forgery(name, reason) { genuine in
            let forger = try key(genuine)
            var draft = genuine.draft(Genuine.user)
            draft.header["alg"] = TokenDraft.text(forger.algorithm)
            try change(&draft, forger, genuine)
            return try draft.signed(by: forger)
        }
    }

    private static func text(_ name: String, _ change: @escaping @Sendable (String) -> String) -> Forgery {
        Forgery(name, .malformed) { change(try $0.token()) }
    }

    static let all = signatures + claims + forms

    private static let signatures = [
        forged("signed with another key", .signature) { try $0.sameKind },
        forged("signed with another key of another type", .key) { try $0.otherKind },
        forged("not signed", .algorithm) { _ in .none },
        Forgery("its signature left out", .signature) { genuine in
            try genuine.token().split(separator: ".").dropLast().joined(separator: ".") + "."
        },
        forged("signed with the public key as a shared secret", .algorithm) { .shared($0.key.publicPEM) },
        forged("signed with the public key as a shared secret, said to be signed as always", .signature) {
            .shared($0.key.publicPEM)
        } _: { draft, _, genuine in
            draft.header["alg"] = TokenDraft.text(genuine.key.algorithm)
        },
        forged("with a key of its own in its header", .signature) {
            try $0.sameKind
        } _: { draft, key, _ in
            draft.header["jwk"] = try key.jwk(named: "own")
        },
        signed("to be understood in a way that nobody does", .critical) { draft, _ in
            draft.header["crit"] = #"["b64"]"#
        },
        signed("made for something else", .kind) { draft, _ in draft.header["typ"] = TokenDraft.text("logout+jwt") },
        signed("with a key that the issuer does not have", .key) { draft, _ in
            draft.header["kid"] = TokenDraft.text("another")
        },
        signed("by an algorithm that the issuer does not use", .algorithm) { draft, _ in
            draft.header["alg"] = TokenDraft.text("RS1")
        },
        Forgery("with claims that were changed afterwards", .signature) { genuine in
            let parts = try genuine.token().split(separator: ".")
            let other = try genuine.token(for: "another").split(separator: ".")
            return "\(parts[0]).\(other[1]).\(parts[2])"
        },
    ]

    private static let claims = [
        signed("for another app", .audience) { draft, _ in draft.claims["aud"] = TokenDraft.text("com.example.evil") },
        signed("for no app", .audience) { draft, _ in draft.claims["aud"] = nil },
        signed("for other apps", .audience) { draft, _ in draft.claims["aud"] = #"["com.example.evil"]"# },
        signed("of another issuer", .issuer) { draft, _ in
            draft.claims["iss"] = TokenDraft.text("https://appleid.apple.com.example.com")
        },
        signed("of no issuer", .issuer) { draft, _ in draft.claims["iss"] = nil },
        signed("that is over", .expired) { draft, now in draft.claims["exp"] = "\(now - 60)" },
        signed("that never ends", .malformed) { draft, _ in draft.claims["exp"] = nil },
        signed("made tomorrow", .notYetValid) { draft, now in draft.claims["iat"] = "\(now + 61)" },
        signed("that counts from tomorrow on", .notYetValid) { draft, now in draft.claims["nbf"] = "\(now + 86_400)" },
        signed("about nobody", .subject) { draft, _ in draft.claims["sub"] = nil },
        signed("about nobody, with an empty name", .subject) { draft, _ in draft.claims["sub"] = #""""# },
        signed("about somebody with a long name", .subject) { draft, _ in
            draft.claims["sub"] = TokenDraft.text(String(repeating: "s", count: 257))
        },
        signed("about two people", .malformed) { draft, _ in draft.moreClaims = #""sub":"another""# },
        signed("about a number", .malformed) { draft, _ in draft.claims["sub"] = "1" },
        signed("that ends at no time", .malformed) { draft, _ in draft.claims["exp"] = "1e300" },
    ]

    private static let forms = [
        text("too long") { token in token + String(repeating: "A", count: 16 << 10) },
        text("with a sign that base64url does not have") { "+" + $0.dropFirst() },
        text("without dots") { $0.split(separator: ".").joined() },
        text("with a third dot") { $0 + ".AAAA" },
        text("empty") { _ in "" },
        text("with the word Bearer before it") { "Bearer " + $0 },
    ]
}

/// A sign-in with Apple that must not succeed for the sake of what only Apple's tokens have.
struct AppleForgery: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let reason: TokenRefusal
    let make: @Sendable (AppleHarness) throws -> SignInWithApple

    init(
        _ name: String, _ reason: TokenRefusal, _ make: @escaping @Sendable (AppleHarness) throws -> SignInWithApple
    ) {
        testDescription = name
        (self.reason, self.make) = (reason, make)
    }

    static let all =
        (Forgery.all + [Forgery.withoutKeyName]).map { forgery in
            AppleForgery(forgery.testDescription, forgery.reason) { it in
                let apple = it.apple
                let now = it.now
                return .of(try forgery.make(Genuine(key: apple.key, now: now) { apple.draft(for: $0, at: now) }))
            }
        } + own

    private static let own = [
        AppleForgery("for another sign-in", .nonce) { try $0.request(nonce: "one", shown: "two") },
        AppleForgery("with the hash of the nonce for a nonce", .nonce) { it in
            try it.request(nonce: "raw", shown: "raw") { $0.claims["nonce"] = TokenDraft.text("raw") }
        },
        AppleForgery("for no sign-in, shown in one with a nonce", .nonce) { try $0.request(nonce: nil, shown: "raw") },
        AppleForgery("without a word about nonces, shown in a sign-in with one", .nonce) { it in
            try it.request(nonce: nil, shown: "raw") { $0.claims["nonce_supported"] = nil }
        },
        AppleForgery("for a sign-in with a nonce, shown in one without", .nonce) {
            try $0.request(nonce: "raw", shown: .some(nil))
        },
        AppleForgery("for a sign-in with a nonce, said to take none", .nonce) { it in
            try it.request(nonce: "raw", shown: "another") { $0.claims["nonce_supported"] = "false" }
        },
        AppleForgery("a notification", .malformed) { it in
            .of(try it.apple.notification("consent-revoked", of: AppleHarness.user, at: it.now))
        },
    ]
}

@Suite("Forged tokens of Apple", .timeLimit(.minutes(10))) struct ForgedTokenTests {
    @Test("A forged token is refused, and only the log has the reason", arguments: AppleForgery.all)
    func refused(_ forgery: AppleForgery) async throws {
        try await AppleHarness.run { it in
            let request = try forgery.make(it)
            let refusal = try await serviceError { try await it.auth.send(request) }
            #expect(refusal == TokenRefusal.malformed.answer && refusal?.code == .invalidToken)
            let lines = it.auth.log.events("sign-in-refused")
            #expect(lines.map { $0.metadata["reason"] } == [forgery.reason.rawValue])
            #expect(lines.map { $0.metadata["method"] } == ["apple"])
            #expect(
                it.auth.count(SessionMetrics.refusedTokens, ["issuer": "apple", "reason": forgery.reason.rawValue]) == 1
            )
            #expect(it.auth.count(SessionMetrics.signIns, ["method": "apple", "outcome": "INVALID_TOKEN"]) == 1)
            #expect(it.auth.identity.clients.isEmpty)
        }
    }

    @Test("The samples cover every reason of a refusal")
    func complete() {
        // A token that was spent is no forgery; the others are of the code flow (`ProviderSignInTests`).
        let others: Set<TokenRefusal> = [
            .spent, .verifier, .accessTokenHash, .authorizedParty, .otherSubject, .tenant,
        ]
        #expect(Set(AppleForgery.all.map(\.reason)) == Set(TokenRefusal.allCases).subtracting(others))
    }
}
