import Models
import PasskeyStorage
import Storage
import WebAuthn

extension IdentityStore {
    /// Returns the account for a new passkey. Refused at the limit, and for an account that is not active.
    func beginPasskeyRegistration(
        _ account: AccountID
    ) async throws(IdentityStoreError) -> (profile: AccountProfile, passkeys: [PasskeyDescriptor]) {
        try await read { connection in
            let row = try active(account, connection)
            let passkeys = try AccountPasskeyTable(connection: connection).descriptors(of: row.number)
            guard passkeys.count < AccountPasskeyTable.maximumPerAccount else { throw Refusal.tooManyPasskeys }
            return (row.profile, passkeys)
        }
    }

    /// Uses up a challenge and stores the passkey of its answer. Refused if the challenge was answered before, or the session
    /// has ended; a nil `signedInAt` skips that check.
    func registerPasskey(
        _ made: AttestedPasskey, _ id: PasskeyID, called name: Personal<String>, of account: AccountID,
        signedInAt: UnixTime?, in session: SessionID? = nil, answering challenge: AnsweredChallenge, at now: UnixTime
    ) async throws(IdentityStoreError) -> Passkey {
        try await write(on: .account(account)) { connection in
            let row = try active(account, signedInAt: signedInAt, in: session, connection)
            guard try SpentPasskeyChallengeTable(connection: connection).insert(challenge) else {
                throw Refusal.passkey(.spent)
            }
            let passkeys = AccountPasskeyTable(connection: connection)
            guard try passkeys.descriptors(of: row.number).count < AccountPasskeyTable.maximumPerAccount else {
                throw Refusal.tooManyPasskeys
            }
            guard try passkeys.insert(id, made, called: name, of: row.number, at: now) else {
                throw Refusal.passkeyKnown
            }
            guard let kept = try passkeys.find(id, of: row.number) else { throw Refusal.unknownPasskey }
            return kept
        }
    }

    func findPasskey(credential id: [UInt8]) async throws(IdentityStoreError) -> KeptPasskey<AccountID>? {
        try await read { try AccountPasskeyTable(connection: $0).find(credential: id) }
    }

    /// Stores a sign-in with a passkey, and uses up its challenge. Without a PIN, finger or face the passkey is only a first
    /// step, if the account has a second one; then that step cancels an erasure. A refusal uses nothing up.
    func verifyPasskey(
        _ shown: ShownPasskey, credential id: [UInt8], answering challenge: AnsweredChallenge, login: LoginRecord,
        from network: SeenNetwork?, cancelsErasure: Bool, at now: UnixTime
    ) async throws(IdentityStoreError) -> (verified: VerifiedAccount, hasCancelledErasure: Bool) {
        let verify = {
            @Sendable (connection: Connection) throws -> (verified: VerifiedAccount, hasCancelledErasure: Bool) in
            guard var row = try AccountTable(connection: connection).find(shown.passkey.owner) else {
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
        // Cancelling an erasure changes a feed, and writes to a feed run one after the other.
        return cancelsErasure ? try await write(verify) : try await write(on: .account(shown.passkey.owner), verify)
    }

    func listPasskeys(_ account: AccountID) async throws(IdentityStoreError) -> [Passkey] {
        try await read { connection in
            try AccountPasskeyTable(connection: connection).all(of: active(account, connection).number)
        }
    }

    func renamePasskey(
        _ passkey: PasskeyID, of account: AccountID, to name: Personal<String>
    ) async throws(IdentityStoreError) -> Passkey {
        try await write(on: .account(account)) { connection in
            let row = try active(account, connection)
            let passkeys = AccountPasskeyTable(connection: connection)
            try passkeys.rename(passkey, of: row.number, to: name)
            guard let renamed = try passkeys.find(passkey, of: row.number) else { throw Refusal.unknownPasskey }
            return renamed
        }
    }

    /// Deletes a passkey. Refused if no sign-in would be possible any more.
    func removePasskey(_ passkey: PasskeyID, of account: AccountID) async throws(IdentityStoreError) {
        try await write(on: .account(account)) { connection in
            let row = try active(account, connection)
            guard try AccountPasskeyTable(connection: connection).delete(passkey, of: row.number) else {
                throw Refusal.unknownPasskey
            }
            guard try !AccountTable(connection: connection).isUnreachable(row) else { throw Refusal.onlyWayIn }
        }
    }
}
