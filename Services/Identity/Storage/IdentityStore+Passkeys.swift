// Passkeys: added, shown, listed, named and removed.

import Models
import Storage
import WebAuthn

extension IdentityStore {
    /// Whose passkey is to be made, and which ones there are. Refused when there are as many as there may be, and for an
    /// account that is not open.
    func beginPasskeyRegistration(
        _ account: AccountID
    ) async throws(IdentityStoreError) -> (profile: AccountProfile, passkeys: [PasskeyDescriptor]) {
        try await read { connection in
            let row = try active(account, connection)
            let passkeys = try PasskeyTable(connection: connection).descriptors(of: row.number)
            guard passkeys.count < PasskeyTable.maximumPerAccount else { throw Refusal.tooManyPasskeys }
            return (row.profile, passkeys)
        }
    }

    /// Uses a challenge up and keeps the passkey with which it was answered. Refused when the challenge was answered
    /// before, or the session that asks has ended.
    ///
    /// - Parameters:
    ///   - signedInAt: When the person of the session signed in; nil when nobody says it.
    ///   - session: The session that asks; nil when nobody says it.
    func registerPasskey(
        _ made: AttestedPasskey, _ id: PasskeyID, called name: Personal<String>, of account: AccountID,
        signedInAt: UnixTime?, in session: SessionID? = nil, answering challenge: AnsweredChallenge, at now: UnixTime
    ) async throws(IdentityStoreError) -> Passkey {
        try await write(on: .account(account)) { connection in
            let row = try active(account, signedInAt: signedInAt, in: session, connection)
            guard try SpentPasskeyChallengeTable(connection: connection).insert(challenge) else {
                throw Refusal.passkey(.spent)
            }
            let passkeys = PasskeyTable(connection: connection)
            guard try passkeys.descriptors(of: row.number).count < PasskeyTable.maximumPerAccount else {
                throw Refusal.tooManyPasskeys
            }
            guard try passkeys.insert(id, made, called: name, of: row.number, at: now) else {
                throw Refusal.passkeyKnown
            }
            guard let kept = try passkeys.find(id, of: row.number) else { throw Refusal.unknownPasskey }
            return kept
        }
    }

    /// The passkey with this credential id, whoever's it is; nil when there is none.
    func findPasskey(credential id: [UInt8]) async throws(IdentityStoreError) -> KeptPasskey? {
        try await read { try PasskeyTable(connection: $0).find(credential: id) }
    }

    /// Notes that the person of an account was recognised by a passkey, and uses the challenge up. A passkey that was shown
    /// without a PIN, a finger or a face is a first step, where the account wants a second one; an erasure is taken back with
    /// that then. What is refused uses nothing up.
    ///
    /// - Parameter cancelsErasure: Whether an erasure that the person asked for is taken back.
    func verifyPasskey(
        _ shown: ShownPasskey, credential id: [UInt8], answering challenge: AnsweredChallenge, login: LoginRecord,
        from network: SeenNetwork?, cancelsErasure: Bool, at now: UnixTime
    ) async throws(IdentityStoreError) -> (verified: VerifiedAccount, hasCancelledErasure: Bool) {
        let verify = {
            @Sendable (connection: Connection) throws -> (verified: VerifiedAccount, hasCancelledErasure: Bool) in
            guard var row = try AccountTable(connection: connection).find(shown.passkey.account) else {
                throw Refusal.passkey(.credential)
            }
            let isAlone = try shown.isUserVerified || !TOTPTable(connection: connection).counts(row.number)
            var hasCancelledErasure = false
            if isAlone {
                hasCancelledErasure = try self.admit(&row, cancelsErasure: cancelsErasure, at: now, connection)
            } else {
                try self.checkOpen(row, cancelsErasure: cancelsErasure, at: now, connection)
            }
            _ = try self.use(shown, credential: id, answering: challenge, at: now, connection)
            let verified = try self.recognise(
                &row, takingOnly: shown.isUserVerified ? nil : FirstStep(), login: login, from: network, at: now,
                connection)
            return (verified, hasCancelledErasure)
        }
        // Taking an erasure back changes a feed, for which one write waits for another.
        return cancelsErasure ? try await write(verify) : try await write(on: .account(shown.passkey.account), verify)
    }

    /// The passkeys of an account, the latest first.
    func listPasskeys(_ account: AccountID) async throws(IdentityStoreError) -> [Passkey] {
        try await read { connection in
            try PasskeyTable(connection: connection).all(of: active(account, connection).number)
        }
    }

    func renamePasskey(
        _ passkey: PasskeyID, of account: AccountID, to name: Personal<String>
    ) async throws(IdentityStoreError) -> Passkey {
        try await write(on: .account(account)) { connection in
            let row = try active(account, connection)
            let passkeys = PasskeyTable(connection: connection)
            try passkeys.rename(passkey, of: row.number, to: name)
            guard let renamed = try passkeys.find(passkey, of: row.number) else { throw Refusal.unknownPasskey }
            return renamed
        }
    }

    /// Forgets a passkey. Refused when nobody could sign in to the account any more.
    func removePasskey(_ passkey: PasskeyID, of account: AccountID) async throws(IdentityStoreError) {
        try await write(on: .account(account)) { connection in
            let row = try active(account, connection)
            guard try PasskeyTable(connection: connection).delete(passkey, of: row.number) else {
                throw Refusal.unknownPasskey
            }
            guard try !AccountTable(connection: connection).isUnreachable(row) else { throw Refusal.onlyWayIn }
        }
    }
}
