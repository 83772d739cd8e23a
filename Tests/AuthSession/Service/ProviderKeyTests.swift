@testable import AuthSession

@Suite("The keys of identity providers", .timeLimit(.minutes(10))) struct ProviderKeyTests {
    private static func keys() throws -> [IssuerKey] {
        [try RSAPair().pss, .p384(.init()), .p521(.init()), .ed25519(.init())]
    }

    @Test("Tokens with every supported algorithm are accepted, and others refused", arguments: 0..<4)
    func algorithms(_ index: Int) async throws {
        let (key, forger) = (try Self.keys()[index], try Self.keys()[index])
        try await OpenIDIssuer.run(key: key) { issuer in
            try await IssuerHarness.run(with: issuer) { it in
                #expect(try await it.principal(try it.token()) != nil)
                let forged = try it.issuer.draft(for: "thief", at: it.now).signed(by: forger)
                #expect(try await it.principal(SecretText(forged)) == nil)
            }
            try await IssuerHarness.run(with: issuer) {
                $0.algorithms = [.rs256, .es256]
            } _: { it in
                let principal = try await it.principal(try it.token())
                #expect(principal == nil, "the operator can leave it out")
            }
        }
    }

    @Test("A key signs by its issuer's chosen algorithm, or by any of its type where none is chosen")
    func chosenAlgorithm() async throws {
        let key = try RSAPair()
        try await OpenIDIssuer.run(key: key.pkcs1) { issuer in
            try await IssuerHarness.run(with: issuer) { it in
                var draft = it.issuer.draft(for: IssuerHarness.subject, at: it.now)
                draft.header["alg"] = TokenDraft.text("PS256")
                let token = SecretText(try draft.signed(by: key.pss))
                #expect(try await it.principal(token) == nil)
                it.issuer.describeKeys(["alg": "null"])
                it.auth.clock.advance(seconds: day)
                let fresh = try it.token()
                #expect(try await it.principal(fresh) != nil, "what is old is read again")
                #expect(await eventually { it.issuer.keyReadings == 2 })
                draft = it.issuer.draft(for: IssuerHarness.subject, at: it.now)
                draft.header["alg"] = TokenDraft.text("PS256")
                let chosen = draft
                // The keys count a moment after they were sent.
                #expect(
                    try await eventually { try await it.principal(SecretText(try chosen.signed(by: key.pss))) != nil })
            }
        }
    }

    private struct RSAPair {
        let pkcs1: IssuerKey
        let pss: IssuerKey

        init() throws {
            guard case .rsa(let key) = try IssuerKey.newRSA() else { preconditionFailure("no RSA key") }
            (pkcs1, pss) = (.rsa(key), .pss(key))
        }
    }

    @Test(
        "The only key without an id verifies tokens with any key id",
        arguments: [[:], ["kid": "null"]] as [[String: String]])
    func unnamed(_ members: [String: String]) async throws {
        try await IssuerHarness.run { it in
            it.issuer.leaveKeysUnnamed()
            it.issuer.describeKeys(members)
            #expect(try await it.principal(try it.token("named")) != nil)
            var draft = it.issuer.draft(for: "unnamed", at: it.now)
            draft.header["kid"] = nil
            #expect(try await it.principal(SecretText(try draft.signed(by: it.issuer.key))) != nil)
            // Nothing but the signature says that the key is another one now.
            try it.issuer.rotate(to: .newRSA())
            it.auth.clock.advance(seconds: 60)
            #expect(try await it.principal(try it.token("later")) != nil)
            #expect(it.issuer.keyReadings == 2)
            // With a second key, the right one is ambiguous.
            try it.issuer.rotate(to: .newRSA(), keepingOld: true)
            it.auth.clock.advance(seconds: 60)
            #expect(try await it.principal(try it.token("last")) == nil)
        }
    }

    private static let headers: [[String: String]] = [
        ["jku": #""https://example.com/keys""#], ["x5u": #""https://example.com/certificate""#],
        ["x5c": #"["MIIB"]"#, "x5t": #""AAAA""#], ["jwk": #"{"kty":"RSA","n":"AQAB","e":"AQAB"}"#],
    ]

    @Test("Keys in the header of a genuine token are ignored", arguments: headers)
    func header(_ members: [String: String]) async throws {
        try await IssuerHarness.run { it in
            var draft = it.issuer.draft(for: IssuerHarness.subject, at: it.now)
            draft.header.merge(members) { $1 }
            let principal = try await it.principal(SecretText(try draft.signed(by: it.issuer.key)))
            #expect(principal != nil)
        }
    }

    @Test("A key is never taken from a token or from an address in it")
    func embedded() async throws {
        try await OpenIDIssuer.run { thief in
            try await IssuerHarness.run { it in
                var draft = it.issuer.draft(for: IssuerHarness.subject, at: it.now)
                draft.header["jku"] = TokenDraft.text(thief.keysURL.absoluteString)
                draft.header["jwk"] = try thief.key.jwk(named: it.issuer.keyID)
                #expect(try await it.principal(SecretText(try draft.signed(by: .newRSA()))) == nil)
                #expect(thief.keyReadings == 0)
            }
        }
    }

    @Test("A key set and a discovery document may have half a mebibyte")
    func large() async throws {
        try await IssuerHarness.run { it in
            let padding = TokenDraft.text(String(repeating: "x", count: 500 << 10))
            it.issuer.describeKeys(["x5c": "[\(padding)]"])
            it.issuer.announce(["more": padding])
            let principal = try await it.principal(try it.token())
            #expect(principal != nil)
        }
    }
}
