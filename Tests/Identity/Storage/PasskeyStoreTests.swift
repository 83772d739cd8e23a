import PasskeyStorage
import WebAuthn

@testable import Identity

@Suite("A store keeps passkeys", .timeLimit(.minutes(10))) struct PasskeyStoreTests {
    private let stores = ScratchStores()

    private static let ada = AccountID.named("ada")
    private let party: RelyingParty

    init() throws {
        var settings = Settings().passkeys
        settings.relyingParty = "example.org"
        party = try #require(RelyingParty(settings, secret: [UInt8](repeating: 1, count: 32)))
    }

    private func challenge(_ number: UInt8) -> AnsweredChallenge {
        AnsweredChallenge(hash: [UInt8](repeating: number, count: 32), expiresAt: .start.adding(seconds: 300))
    }

    private func add(
        _ authenticator: FakeAuthenticator, to store: IdentityStore, _ id: String = "p1", answering number: UInt8 = 1,
        signedInAt: UnixTime = .start, at now: UnixTime = .start
    ) async throws -> Passkey {
        let attestation = try authenticator.attestation([1])
        let data = try ClientData(attestation.clientData, of: .registration, for: party)
        let made = try AttestedPasskey(attestation, clientDataHash: data.hash, for: party)
        return try await store.registerPasskey(
            made, try #require(PasskeyID(id)), called: Personal("Phone"), of: Self.ada, signedInAt: signedInAt,
            answering: challenge(number), at: now)
    }

    private func show(
        _ authenticator: FakeAuthenticator, to store: IdentityStore, answering number: UInt8, at now: UnixTime
    ) async throws -> VerifiedAccount {
        var authenticator = authenticator
        authenticator.userHandle = party.userHandle(of: Self.ada)
        let assertion = try authenticator.assertion([1])
        let data = try ClientData(assertion.clientData, of: .signIn, for: party)
        let kept = try #require(try await store.findPasskey(credential: assertion.credentialID))
        let shown = try ShownPasskey(assertion, kept, clientDataHash: data.hash, for: party)
        return try await store.verifyPasskey(
            shown, credential: assertion.credentialID, answering: challenge(number), login: LoginRecord(),
            from: nil, cancelsErasure: false, at: now
        ).verified
    }

    @Test("A passkey is kept with its key, count and name", arguments: StoreKind.allCases)
    func life(kind: StoreKind) async throws {
        let store = try await stores.identityWithAda(kind)
        var authenticator = FakeAuthenticator.es256()
        authenticator.signCount = UInt32.max - 1
        let added = try await add(authenticator, to: store)
        #expect(added.lastUsedAt == nil && added.isBackedUp && added.credentialID == authenticator.credentialID)
        authenticator.signCount = UInt32.max
        authenticator.flags &= ~(1 << 4)
        let later = UnixTime.start.adding(seconds: 9)
        let verified = try await show(authenticator, to: store, answering: 2, at: later)
        #expect(verified.profile.account == Self.ada && verified.verifiedAt == later)
        let kept = try #require(try await store.findPasskey(credential: authenticator.credentialID))
        #expect(kept.signCount == .max && kept.isBackupEligible && kept.key.algorithm == .es256)
        let listed = try await store.listPasskeys(Self.ada)
        #expect(listed.map(\.lastUsedAt) == [later] && listed.map(\.isBackedUp) == [false])
        let renamed = try await store.renamePasskey(added.id, of: Self.ada, to: Personal("Key"))
        #expect(renamed.name.value == "Key" && renamed.lastUsedAt == later)
        try await store.removePasskey(added.id, of: Self.ada)
        #expect(try await store.findPasskey(credential: authenticator.credentialID) == nil)
        #expect(await refusal { try await store.removePasskey(added.id, of: Self.ada) } == .unknownPasskey)
        // None of this appears in the accounts feed.
        #expect(try await store.feed().count == 1)
    }

    @Test("A challenge is accepted once while it is valid", arguments: StoreKind.allCases)
    func challenges(kind: StoreKind) async throws {
        let store = try await stores.identityWithAda(kind)
        let authenticator = FakeAuthenticator.edDSA()
        _ = try await add(authenticator, to: store)
        #expect(await refusal { _ = try await add(FakeAuthenticator.es256(), to: store, "p2") } == .passkey(.spent))
        #expect(
            await refusal { _ = try await show(authenticator, to: store, answering: 1, at: .start) }
                == .passkey(.spent))
        #expect(await refusal { _ = try await add(authenticator, to: store, "p2", answering: 2) } == .passkeyKnown)
        _ = try await show(authenticator, to: store, answering: 2, at: .start)
        let moment = UnixTime(milliseconds: 0)
        try await store.purge(at: .start.adding(seconds: 299), tombstonesBefore: moment)
        #expect(
            await refusal { _ = try await show(authenticator, to: store, answering: 2, at: .start) }
                == .passkey(.spent))
        try await store.purge(at: .start.adding(seconds: 300), tombstonesBefore: moment)
        _ = try await show(authenticator, to: store, answering: 2, at: .start)
    }

    @Test("The sign-in checks again what has changed since the passkey was found", arguments: StoreKind.allCases)
    func judgedAgain(kind: StoreKind) async throws {
        let store = try await stores.identityWithAda(kind)
        var authenticator = FakeAuthenticator.es256()
        authenticator.userHandle = party.userHandle(of: Self.ada)
        authenticator.flags = FakeAuthenticator.keyFlags
        authenticator.signCount = 1
        let added = try await add(authenticator, to: store)
        authenticator.signCount = 2
        let assertion = try authenticator.assertion([1])
        let data = try ClientData(assertion.clientData, of: .signIn, for: party)
        let kept = try #require(try await store.findPasskey(credential: assertion.credentialID))
        let shown = try ShownPasskey(assertion, kept, clientDataHash: data.hash, for: party)
        func verify(_ number: UInt8) async throws {
            _ = try await store.verifyPasskey(
                shown, credential: assertion.credentialID, answering: challenge(number), login: LoginRecord(),
                from: nil, cancelsErasure: false, at: .start)
        }
        try await verify(2)
        #expect(await refusal { try await verify(3) } == .passkey(.counter))
        _ = try await store.setAccountStatus(Self.ada, .disabled, at: .start)
        #expect(await refusal { try await verify(3) } == .accountDisabled)
        _ = try await store.setAccountStatus(Self.ada, .active, at: .start)
        try await store.removePasskey(added.id, of: Self.ada)
        #expect(await refusal { try await verify(3) } == .passkey(.credential))
        let end = try await store.getProfile(Self.ada)
        #expect(end.lastLogin.at == .start)
    }
}

@Suite("A store keeps second steps", .timeLimit(.minutes(10))) struct SecondStepStoreTests {
    private let stores = ScratchStores()

    private static let ada = AccountID.named("ada")

    @Test("A session that ended after the try cannot confirm the second step", arguments: StoreKind.allCases)
    func ended(kind: StoreKind) async throws {
        let store = try await stores.identityWithAda(kind)
        try await store.confirmAddress(of: Self.ada)
        _ = try await store.beginTOTP(Self.ada, [1, 2, 3], signedInAt: .start, at: .start)
        let tried = try await store.tryConfirmation(of: Self.ada, signedInAt: .start, at: .start)
        let token = [UInt8](repeating: 5, count: 32)
        _ = try await store.requestPasswordReset(
            of: .of("ada@example.org"), token: token, until: .start.adding(seconds: 60))
        _ = try await store.resetPassword(token, new: .sample(2), at: .start)
        func confirm(signedInAt moment: UnixTime) async throws {
            try await store.confirmTOTP(
                tried, step: 1, recoveryCodes: [[1]], signedInAt: moment, at: .start.adding(seconds: 1))
        }
        #expect(await refusal { try await confirm(signedInAt: .start) } == .sessionOutdated)
        #expect(try await store.getSecondStep(Self.ada).confirmedAt == nil)
        try await confirm(signedInAt: .start.adding(seconds: 1))
        #expect(try await store.getSecondStep(Self.ada).confirmedAt != nil)
    }
}
