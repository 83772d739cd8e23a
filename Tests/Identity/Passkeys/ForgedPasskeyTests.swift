import WebAuthn

@testable import Identity

@Suite("The identity service: refused passkeys", .timeLimit(.minutes(10))) struct ForgedPasskeyTests {
    /// One change to an answer.
    struct Forgery: Sendable, CustomTestStringConvertible {
        let reason: PasskeyRefusal
        let testDescription: String
        var changeBefore: @Sendable (inout FakeAuthenticator) -> Void = { _ in }
        var changeChallenge: @Sendable (inout [UInt8]) -> Void = { _ in }
        var signInType = "webauthn.get"
        var registrationType = "webauthn.create"
        var changeShown: (@Sendable (inout PasskeyAssertion) -> Void)?
        var changeMade: (@Sendable (inout PasskeyAttestation) -> Void)?
        var statement = FakeAuthenticator.Statement.none
        var isForSignIn = true
        var isForRegistration = true
        /// In seconds.
        var delay: Int64 = 0
    }

    private static let both: [Forgery] = [
        Forgery(before: .origin, "another origin") { $0.origin = "https://evil.example" },
        Forgery(before: .origin, "an origin that begins like ours") {
            $0.origin = "https://example.org.evil.example"
        },
        Forgery(before: .origin, "our origin without TLS") { $0.origin = "http://example.org" },
        Forgery(before: .origin, "our origin on another port") { $0.origin = "https://example.org:1" },
        Forgery(before: .crossOrigin, "a frame") { $0.moreClientData = #","crossOrigin":true"# },
        Forgery(before: .crossOrigin, "a frame, by the page around it") {
            $0.moreClientData = #","topOrigin":"https://evil.example""#
        },
        Forgery(before: .relyingParty, "another domain") { $0.relyingParty = "evil.example" },
        Forgery(before: .userPresence, "nobody was there") { $0.flags &= ~1 },
        Forgery(before: .userVerification, "nobody was asked for") { $0.flags &= ~(1 << 2) },
        Forgery(before: .backupState, "backed up without being able to") { $0.flags &= ~(1 << 3) },
        Forgery(challenge: "a challenge with another bit") { $0[0] ^= 1 },
        Forgery(challenge: "a challenge with a later end") { $0[39] ^= 1 },
        Forgery(challenge: "a challenge with another MAC") { $0[71] ^= 1 },
        Forgery(challenge: "half a challenge") { $0.removeLast(40) },
        Forgery(challenge: "no challenge") { $0 = [] },
        Forgery(reason: .expired, testDescription: "a challenge from five minutes ago", delay: 300),
    ]

    private static let shown: [Forgery] = [
        Forgery(
            reason: .type, testDescription: "a registration", signInType: "webauthn.create", isForRegistration: false),
        Forgery(shown: .signature, "another signature") { $0.signature[10] ^= 1 },
        Forgery(shown: .signature, "no signature") { $0.signature = [] },
        Forgery(shown: .signature, "other authenticator data than those signed") { $0.authenticatorData[36] ^= 1 },
        Forgery(shown: .signature, "other client data than those signed") { $0.clientData.insert(0x20, at: 1) },
        Forgery(shown: .credential, "a passkey that nobody has") { $0.credentialID[0] ^= 1 },
        Forgery(shown: .userHandle, "another account's handle") { $0.userHandle?[0] ^= 1 },
        Forgery(shown: .userHandle, "no handle") { $0.userHandle = nil },
        Forgery(shown: .malformed, "client data that are no JSON") { $0.clientData = Array("webauthn".utf8) },
        Forgery(shown: .malformed, "no client data") { $0.clientData = [] },
        Forgery(shown: .malformed, "half of the authenticator data") { $0.authenticatorData.removeLast() },
        Forgery(shown: .malformed, "something behind the authenticator data") { $0.authenticatorData.append(0) },
        Forgery(shown: .malformed, "extensions that are announced and not there") {
            $0.authenticatorData[32] |= 1 << 7
        },
        Forgery(shown: .malformed, "a credential that is announced and not there") {
            $0.authenticatorData[32] |= 1 << 6
        },
    ]

    private static let made: [Forgery] = [
        Forgery(reason: .type, testDescription: "a sign-in", registrationType: "webauthn.get", isForSignIn: false),
        Forgery(made: .malformed, "another credential id") { $0.credentialID[0] ^= 1 },
        Forgery(made: .malformed, "an attestation that is no CBOR") { $0.attestationObject = [0xff] },
        Forgery(made: .malformed, "half an attestation") { $0.attestationObject.removeLast(20) },
        Forgery(made: .malformed, "something behind the attestation") { $0.attestationObject.append(0) },
        Forgery(made: .malformed, "a flood of an attestation") {
            $0.attestationObject = [UInt8](repeating: 0x81, count: 200_000)
        },
        Forgery(made: .attestation, "a self attestation that is another's", .selfAttestation) {
            // Client data with a space have another hash.
            $0.clientData.insert(0x20, at: 1)
        },
        Forgery(made: .attestation, "something in a statement of the format none", .other("none", alg)) { _ in },
        Forgery(made: .attestation, "a self attestation without signature", .other("packed", alg)) { _ in },
        Forgery(made: .attestationFormat, "a certificate", .other("packed", [0xa1, 0x63] + "x5c".utf8 + [0x80])) {
            _ in
        },
        Forgery(made: .attestationFormat, "another format", .other("tpm", [0xa0])) { _ in },
    ]

    /// `{"alg": -7}`
    private static let alg: [UInt8] = [0xa1, 0x63] + "alg".utf8 + [0x26]

    @Test("A forged assertion is refused", arguments: (both + shown).filter(\.isForSignIn))
    func signIn(_ forgery: Forgery) async throws {
        try await IdentityHarness.withPasskeys { identity in
            let (account, authenticator, _) = try await identity.withPasskey()
            var forger = authenticator
            forgery.changeBefore(&forger)
            var challenge = try await identity.send(BeginPasskeySignIn()).challenge
            forgery.changeChallenge(&challenge)
            var assertion = try forger.assertion(challenge, type: forgery.signInType)
            forgery.changeShown?(&assertion)
            identity.clock.advance(seconds: forgery.delay)
            let refusal = try #require(try await identity.refusal(VerifyPasskey(assertion: assertion)))
            #expect(refusal.code == .invalidToken)
            #expect(identity.reason() == forgery.reason.rawValue)
            // Unknown and mismatching passkeys get the same answer. Only an expired challenge gets its own.
            let isTime = forgery.reason == .expired
            #expect(refusal.message == (isTime ? PasskeyRefusal.expired : .credential).signInAnswer.message)
            #expect(try await identity.send(identity.assertion(of: authenticator)).profile.account == account)
        }
    }

    @Test("A forged attestation is refused", arguments: (both + made).filter(\.isForRegistration))
    func registration(_ forgery: Forgery) async throws {
        try await IdentityHarness.withPasskeys { identity in
            let account = try await identity.send(CreateAccount.of(.username("ada"))).profile.account
            var forger = FakeAuthenticator.es256()
            forgery.changeBefore(&forger)
            var challenge = try await identity.send(BeginPasskeyRegistration(account: account)).challenge
            forgery.changeChallenge(&challenge)
            var attestation = try forger.attestation(challenge, forgery.statement, type: forgery.registrationType)
            forgery.changeMade?(&attestation)
            identity.clock.advance(seconds: forgery.delay)
            let message = RegisterPasskey(account: account, signedInAt: nil, attestation: attestation)
            let refusal = try #require(try await identity.refusal(message))
            #expect(refusal.code == .invalidRequest)
            #expect(identity.reason(.passkeyRefused) == forgery.reason.rawValue)
            #expect(try await identity.send(ListPasskeys(account: account)).isEmpty)
        }
    }

    @Test("A replayed answer is refused, also in parallel")
    func replayed() async throws {
        try await IdentityHarness.withPasskeys { identity in
            let (account, authenticator, _) = try await identity.withPasskey()
            let assertion = try await identity.assertion(of: authenticator)
            let outcomes = try await concurrently(10) { _ in try await identity.outcome(assertion) }
            #expect(outcomes.count { $0 == nil } == 1 && outcomes.count { $0 == .invalidToken } == 9)
            #expect(identity.reason() == "spent")
            identity.clock.advance(seconds: 299)
            #expect(try await identity.outcome(assertion) == .invalidToken)
            // Once it is over, nothing has to be remembered of it.
            identity.clock.advance(seconds: 1)
            #expect(try await identity.outcome(assertion) == .invalidToken && identity.reason() == "expired")

            let challenge = try await identity.send(BeginPasskeyRegistration(account: account)).challenge
            let messages = try (0..<2).map { _ in
                RegisterPasskey(
                    account: account, signedInAt: nil,
                    attestation: try FakeAuthenticator.es256().attestation(challenge))
            }
            _ = try await identity.send(messages[0])
            #expect(try await identity.outcome(messages[1]) == .invalidRequest)
            #expect(identity.reason(.passkeyRefused) == "spent")
        }
    }

    @Test("An answer for another ceremony or account is refused")
    func crossed() async throws {
        try await IdentityHarness.withPasskeys { identity in
            let (ada, authenticator, _) = try await identity.withPasskey()
            let (bob, bobs, _) = try await identity.withPasskey("bob")
            let forRegistration = try await identity.send(BeginPasskeyRegistration(account: ada)).challenge
            let forSignIn = try await identity.send(BeginPasskeySignIn()).challenge
            let shown = VerifyPasskey(assertion: try authenticator.assertion(forRegistration))
            #expect(try await identity.outcome(shown) == .invalidToken && identity.reason() == "challenge")
            for challenge in [forSignIn, forRegistration] {
                let message = RegisterPasskey(
                    account: bob, signedInAt: nil, attestation: try FakeAuthenticator.es256().attestation(challenge))
                #expect(try await identity.outcome(message) == .invalidRequest)
                #expect(identity.reason(.passkeyRefused) == "challenge")
            }
            // Bob's key under the name of Ada's passkey.
            var forger = bobs
            forger.credentialID = authenticator.credentialID
            #expect(try await identity.outcome(identity.assertion(of: forger)) == .invalidToken)
            #expect(identity.reason() == "user-handle")
            forger.userHandle = authenticator.userHandle
            #expect(try await identity.outcome(identity.assertion(of: forger)) == .invalidToken)
            #expect(identity.reason() == "signature")
        }
    }

    @Test("A count that does not grow is refused, and raises the alarm of a cloned authenticator")
    func counter() async throws {
        try await IdentityHarness.withPasskeys { identity in
            var made = FakeAuthenticator.es256()
            made.flags = FakeAuthenticator.keyFlags
            made.signCount = 5
            let (account, added, _) = try await identity.withPasskey("ada", made)
            var authenticator = added
            for (count, isTaken) in [(6, true), (6, false), (5, false), (0, false), (9, true), (8, false)]
                as [(UInt32, Bool)]
            {
                authenticator.signCount = count
                let outcome = try await identity.outcome(identity.assertion(of: authenticator))
                #expect(outcome == (isTaken ? nil : .invalidToken), "\(count)")
                if !isTaken { #expect(identity.reason() == "counter") }
            }
            let alarms = identity.log.all.filter {
                $0.hasPrefix("warning") && $0.contains("event=passkey_doubled") && $0.contains("account=\(account)")
            }
            #expect(alarms.count == 4)
        }
    }

    @Test("A passkey of a disabled account gets the error of other sign-ins")
    func disabled() async throws {
        try await IdentityHarness.withPasskeys { identity in
            let (account, authenticator, _) = try await identity.withPasskey()
            _ = try await identity.send(SetAccountStatus(account: account, status: .disabled))
            #expect(try await identity.outcome(identity.assertion(of: authenticator)) == .wrongCredentials)
            #expect(identity.reason() == "disabled")
            #expect(try await identity.outcome(BeginPasskeyRegistration(account: account)) == .accountGone)
        }
    }

    @Test("A passkey is not added by an ended session")
    func endedSession() async throws {
        try await IdentityHarness.withPasskeys { identity in
            let (account, _, _) = try await identity.withPasskey()
            let challenge = try await identity.send(BeginPasskeyRegistration(account: account)).challenge
            _ = try await identity.send(SetAccountStatus(account: account, status: .disabled))
            _ = try await identity.send(SetAccountStatus(account: account, status: .active))
            let message = RegisterPasskey(
                account: account, signedInAt: .start,
                attestation: try FakeAuthenticator.es256().attestation(challenge))
            #expect(try await identity.outcome(message) == .invalidToken)
        }
    }
}

extension ForgedPasskeyTests.Forgery {
    fileprivate init(
        before reason: PasskeyRefusal, _ description: String,
        _ change: @escaping @Sendable (inout FakeAuthenticator) -> Void
    ) {
        self.init(reason: reason, testDescription: description, changeBefore: change)
    }

    fileprivate init(challenge description: String, _ change: @escaping @Sendable (inout [UInt8]) -> Void) {
        self.init(reason: .challenge, testDescription: description, changeChallenge: change)
    }

    fileprivate init(
        shown reason: PasskeyRefusal, _ description: String,
        _ change: @escaping @Sendable (inout PasskeyAssertion) -> Void
    ) {
        self.init(reason: reason, testDescription: description, changeShown: change, isForRegistration: false)
    }

    fileprivate init(
        made reason: PasskeyRefusal, _ description: String, _ statement: FakeAuthenticator.Statement = .none,
        _ change: @escaping @Sendable (inout PasskeyAttestation) -> Void
    ) {
        self.init(
            reason: reason, testDescription: description, changeMade: change, statement: statement, isForSignIn: false)
    }
}
