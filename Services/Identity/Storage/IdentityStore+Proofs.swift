// Proofs: what a person has shown once more, judged again where it is used.

import Models
import Storage
import WebAuthn

extension IdentityStore {
    /// The account that a person asks for something of which a session alone is not enough, or an operator; refused when
    /// their session or their proof does not count any more.
    ///
    /// - Parameter person: Nil when an operator asks.
    func present(
        of account: AccountID, by person: EraseAccount.Person?, proof: CheckedProof?, at now: UnixTime,
        _ connection: Connection
    ) throws -> AccountRow {
        guard let person else { return try present(account, connection) }
        let row = try presentPerson(account, connection)
        guard row.profile.status == .active else { throw Refusal.accountDisabled }
        try checkAgain(proof, of: row, at: now, connection)
        try check(person, of: row)
        return row
    }

    /// Refuses a person whose session has ended.
    func check(_ person: EraseAccount.Person, of row: AccountRow) throws {
        guard !row.moments.hasEnded(person.session, recognisedAt: person.authenticatedAt) else {
            throw Refusal.sessionOutdated
        }
    }

    /// Judges a proof once more, and uses up a passkey's challenge, or a code by mail.
    func checkAgain(
        _ proof: CheckedProof?, of row: AccountRow, at now: UnixTime, _ connection: Connection
    ) throws {
        switch proof {
        case nil: break
        case .password(let checked): _ = try stillValid(checked, connection)
        case .passkey(let shown, let credential, let challenge):
            let kept = try use(shown, credential: credential, answering: challenge, at: now, connection)
            guard kept.account == row.id else { throw Refusal.passkey(.credential) }
        case .emailCode(let tried): try use(tried, of: row, at: now, connection)
        }
    }

    /// Notes that a passkey was shown, and uses the challenge up. Judges again what may have changed since the passkey was
    /// found: whether the account still has it, and how often it was used.
    func use(
        _ shown: ShownPasskey, credential id: [UInt8], answering challenge: AnsweredChallenge, at now: UnixTime,
        _ connection: Connection
    ) throws -> KeptPasskey {
        let passkeys = PasskeyTable(connection: connection)
        guard let kept = try passkeys.find(credential: id), kept.id == shown.passkey.id, kept.key == shown.passkey.key
        else { throw Refusal.passkey(.credential) }
        // First: an answer that is shown twice has the same count, and is no other authenticator's.
        guard try SpentPasskeyChallengeTable(connection: connection).insert(challenge) else {
            throw Refusal.passkey(.spent)
        }
        guard shown.use.mayFollow(kept.signCount, wasEligible: kept.isBackupEligible) else {
            throw Refusal.passkey(.counter)
        }
        try passkeys.use(shown, at: now)
        return kept
    }

    /// By what an authenticator finds the passkeys of an account; refused when it has none.
    func beginPasskeyProof(_ account: AccountID) async throws(IdentityStoreError) -> [PasskeyDescriptor] {
        try await read { connection in
            let row = try active(account, connection)
            let passkeys = try PasskeyTable(connection: connection).descriptors(of: row.number)
            guard !passkeys.isEmpty else { throw Refusal.noPasskey }
            return passkeys
        }
    }
}
