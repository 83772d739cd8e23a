import AppleAccounts

@testable import Identity

@Suite("The identity service: passkeys", .timeLimit(.minutes(10))) struct PasskeyTests {
    /// The kinds of keys and statements that are taken.
    enum Kind: CaseIterable {
        case es256, es256Attested, edDSA, edDSAAttested, rs256, rs256Attested

        func made() throws -> FakeAuthenticator {
            switch self {
            case .es256, .es256Attested: .es256()
            case .edDSA, .edDSAAttested: .edDSA()
            case .rs256, .rs256Attested: try .rs256()
            }
        }

        var statement: FakeAuthenticator.Statement {
            switch self {
            case .es256, .edDSA, .rs256: .none
            case .es256Attested, .edDSAAttested, .rs256Attested: .selfAttestation
            }
        }
    }

    @Test("A passkey opens the account that it was added to, and its person sees it", arguments: Kind.allCases)
    func flow(_ kind: Kind) async throws {
        try await IdentityHarness.withPasskeys { identity in
            let account = try await identity.send(CreateAccount.of(.ada)).profile.account
            var authenticator = try kind.made()
            authenticator.hasExtensions = true
            let added = try await identity.add(&authenticator, to: account, kind.statement, called: " My phone ")
            #expect(added.name.value == "My phone" && added.credentialID == authenticator.credentialID)
            #expect(added.createdAt == .start && added.lastUsedAt == nil && added.isBackedUp)
            identity.clock.advance(seconds: 60)
            let verified = try await identity.send(try await identity.assertion(of: authenticator))
            #expect(verified.profile.account == account && verified.verifiedAt == .start.adding(seconds: 60))
            #expect(verified.profile.lastLogin.at == verified.verifiedAt)
            let listed = try await identity.send(ListPasskeys(account: account))
            #expect(listed.map(\.id) == [added.id] && listed[0].lastUsedAt == verified.verifiedAt)
            for event in ["passkey_added", "sign_in"] {
                #expect(
                    identity.log.all.contains { $0.contains("event=\(event)") && $0.contains("account=\(account)") })
            }
        }
    }

    @Test(
        "A synced passkey is accepted with any count of uses",
        arguments: [
            [(FakeAuthenticator.keyFlags, 5), (0b1_1101, 3), (0b1101, 3), (FakeAuthenticator.keyFlags, 0)],
            [
                (FakeAuthenticator.phoneFlags, 50), (FakeAuthenticator.phoneFlags, 50),
                (FakeAuthenticator.phoneFlags, 0),
            ],
            [(FakeAuthenticator.phoneFlags, 50), (FakeAuthenticator.keyFlags, 7), (0b1101, 7)],
        ] as [[(flags: UInt8, count: UInt32)]])
    func eligibility(_ uses: [(flags: UInt8, count: UInt32)]) async throws {
        try await IdentityHarness.withPasskeys { identity in
            var made = FakeAuthenticator.es256()
            (made.flags, made.signCount) = uses[0]
            let (account, added, _) = try await identity.withPasskey("ada", made)
            var authenticator = added
            for (flags, count) in uses.dropFirst() {
                (authenticator.flags, authenticator.signCount) = (flags, count)
                #expect(try await identity.outcome(identity.assertion(of: authenticator)) == nil)
                let listed = try await identity.send(ListPasskeys(account: account))
                #expect(listed.map(\.isBackedUp) == [flags & 1 << 4 != 0])
            }
        }
    }

    @Test("The options have what an authenticator needs and do not reveal the user")
    func options() async throws {
        try await IdentityHarness.withPasskeys({ $0.relyingPartyName = "Example" }) { identity in
            let (account, authenticator, _) = try await identity.withPasskey()
            let creation = try await identity.send(BeginPasskeyRegistration(account: account))
            #expect(creation.relyingParty == "example.org" && creation.relyingPartyName == "Example")
            #expect(creation.userName.value == "ada" && creation.displayName.value == "ada")
            #expect(creation.userHandle.count == 32 && creation.userHandle == authenticator.userHandle)
            #expect(creation.algorithms == [-7, -8, -257] && creation.requiresVerification && creation.seconds == 300)
            #expect(
                creation.excluded == [
                    PasskeyDescriptor(credentialID: authenticator.credentialID, transports: ["hybrid", "internal"])
                ])
            let challenges = try await [
                identity.send(BeginPasskeySignIn()).challenge, identity.send(BeginPasskeySignIn()).challenge,
                creation.challenge,
            ]
            #expect(Set(challenges).count == 3 && challenges.allSatisfy { $0.count == 72 })
        }
    }

    @Test("A passkey has a name, and opens nothing once it is removed")
    func renamedAndRemoved() async throws {
        try await IdentityHarness.withPasskeys { identity in
            let (account, authenticator, passkey) = try await identity.withPasskey()
            let (other, _, othersPasskey) = try await identity.withPasskey("bob")
            #expect(passkey.name.value == "Passkey")
            let renamed = try await identity.send(
                RenamePasskey(account: account, passkey: passkey.id, name: Personal("Key ring")))
            #expect(renamed.name.value == "Key ring" && renamed.id == passkey.id)
            for name in ["", " ", "two\nlines", String(repeating: "x", count: 65)] {
                let rename = RenamePasskey(account: account, passkey: passkey.id, name: Personal(name))
                #expect(try await identity.outcome(rename) == .invalidRequest)
            }
            let foreign = RenamePasskey(account: other, passkey: passkey.id, name: Personal("Mine"))
            #expect(try await identity.outcome(foreign) == .notFound)
            #expect(try await identity.outcome(RemovePasskey(account: account, passkey: othersPasskey.id)) == .notFound)
            _ = try await identity.send(RemovePasskey(account: account, passkey: passkey.id))
            #expect(try await identity.send(ListPasskeys(account: account)).isEmpty)
            #expect(try await identity.outcome(identity.assertion(of: authenticator)) == .invalidToken)
            #expect(identity.reason() == "credential")
            #expect(try await identity.send(ListPasskeys(account: other)).map(\.id) == [othersPasskey.id])
        }
    }

    @Test("The only way to sign in cannot be removed")
    func onlyWayIn() async throws {
        try await IdentityHarness.withPasskeys { identity in
            let account = try await identity.send(CreateAccount.anonymous).profile.account
            var (first, second) = (FakeAuthenticator.es256(), FakeAuthenticator.es256())
            let passkey = try await identity.add(&first, to: account)
            #expect(try await identity.outcome(RemovePasskey(account: account, passkey: passkey.id)) == .conflict)
            _ = try await identity.send(EraseUnreachableAccount(account: account))
            #expect(try await identity.send(identity.assertion(of: first)).profile.account == account)
            try await identity.add(&second, to: account)
            _ = try await identity.send(RemovePasskey(account: account, passkey: passkey.id))
            let found = try await identity.send(ListAccounts(method: .passkey, limit: 10))
            #expect(found.accounts.map(\.id) == [account] && found.accounts[0].methods == [.passkey])
        }
    }

    @Test("A passkey belongs to one account, which has at most 20")
    func bounds() async throws {
        try await IdentityHarness.withPasskeys { identity in
            let (account, authenticator, _) = try await identity.withPasskey()
            let other = try await identity.send(CreateAccount.of(.username("bob"))).profile.account
            await #expect(throws: BusError.self) {
                var same = authenticator
                try await identity.add(&same, to: other)
            }
            #expect(try await identity.send(ListPasskeys(account: other)).isEmpty)
            for _ in 1..<AccountPasskeyTable.maximumPerAccount {
                var next = FakeAuthenticator.edDSA()
                try await identity.add(&next, to: account)
            }
            #expect(try await identity.outcome(BeginPasskeyRegistration(account: account)) == .conflict)
        }
    }

    @Test("Passkeys are erased with their account, and the receipt counts them")
    func erasure() async throws {
        try await IdentityHarness.withPasskeys { identity in
            let (account, authenticator, _) = try await identity.withPasskey()
            let request = ErasureRequest(id: try #require(ErasureID("e1")), secret: SecretText("opens it"))
            _ = try await identity.send(EraseAccount(account: account, erasure: request))
            let erasure = try await identity.send(FindErasure(id: request.id, secret: request.secret))
            #expect(erasure.confirmed[0].tables.contains(ErasedTable("passkey", rows: 1)))
            #expect(try await identity.outcome(identity.assertion(of: authenticator)) == .invalidToken)
            #expect(try await identity.outcome(ListPasskeys(account: account)) == .accountGone)
        }
    }

    @Test("User verification is optional only if the operator says so", arguments: [true, false])
    func verification(_ isRequired: Bool) async throws {
        try await IdentityHarness.withPasskeys({ $0.requiresVerification = isRequired }) { identity in
            var (_, authenticator, _) = try await identity.withPasskey()
            authenticator.flags &= ~(1 << 2)
            let outcome = try await identity.outcome(identity.assertion(of: authenticator))
            #expect(outcome == (isRequired ? .invalidToken : nil))
            #expect(identity.reason() == (isRequired ? "user-verification" : nil))
            #expect(try await identity.send(BeginPasskeySignIn()).requiresVerification == isRequired)
        }
    }

    @Test("Passkeys are shown and made only on the origins that the operator names")
    func origins() async throws {
        try await IdentityHarness.withPasskeys({ $0.origins = ["https://a.example.org", "http://localhost:8080"] }) {
            identity in
            let account = try await identity.send(CreateAccount.of(.username("ada"))).profile.account
            var authenticator = FakeAuthenticator.es256()
            authenticator.origin = "https://a.example.org"
            try await identity.add(&authenticator, to: account)
            authenticator.origin = "http://localhost:8080"
            #expect(try await identity.send(identity.assertion(of: authenticator)).profile.account == account)
            authenticator.origin = "https://example.org"
            #expect(try await identity.outcome(identity.assertion(of: authenticator)) == .invalidToken)
            #expect(identity.reason() == "origin")
        }
    }

    @Test("Without a domain passkeys are refused, and the error names the setting")
    func off() async throws {
        try await IdentityHarness.run { identity in
            let account = try await identity.send(CreateAccount.of(.username("ada"))).profile.account
            for refusal in try await [
                identity.refusal(BeginPasskeySignIn()), identity.refusal(BeginPasskeyRegistration(account: account)),
            ] {
                #expect(refusal?.code == .invalidRequest && refusal?.message.contains("passkeys.rpId") == true)
            }
            #expect(try await identity.send(ListPasskeys(account: account)).isEmpty)
        }
    }
}
