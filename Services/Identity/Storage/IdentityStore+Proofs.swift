import Models
import PasskeyStorage
import Storage
import WebAuthn

extension IdentityStore {
    /// Returns the account. `person` is nil for an operator. Refuses a user whose account is not active, or whose
    /// session or proof is no longer valid.
    func present(
        of account: AccountID, by person: ProvenPerson?, proof: CheckedProof?, at now: UnixTime,
        _ connection: Connection
    ) throws -> AccountRow {
        guard let person else { return try present(account, connection) }
        let row = try presentPerson(account, connection)
        guard row.profile.status == .active else { throw Refusal.accountDisabled }
        try checkAgain(proof, of: row, at: now, connection)
        try check(person, of: row)
        return row
    }

    func check(_ person: ProvenPerson, of row: AccountRow) throws {
        guard !row.moments.hasEnded(person.session, signedInAt: person.signedInAt) else {
            throw Refusal.sessionOutdated
        }
    }

    func checkAgain(_ proof: CheckedProof?, of row: AccountRow, at now: UnixTime, _ connection: Connection) throws {
        switch proof {
        case nil: break
        case .password(let checked): _ = try stillValid(checked, connection)
        case .passkey(let shown, let credential, let challenge):
            let kept = try use(shown, credential: credential, answering: challenge, at: now, connection)
            guard kept.owner == row.id else { throw Refusal.passkey(.credential) }
        case .emailCode(let tried): try use(tried, of: row, at: now, connection)
        }
    }

    /// Records the use of a passkey. Refuses if the account has lost it since, or its counter was used.
    func use(
        _ shown: ShownPasskey, credential id: [UInt8], answering challenge: AnsweredChallenge, at now: UnixTime,
        _ connection: Connection
    ) throws -> KeptPasskey<AccountID> {
        guard let kept = try connection.passkeys.find(credential: id), kept.id == shown.passkey.id,
            kept.key == shown.passkey.key
        else { throw Refusal.passkey(.credential) }
        // This check comes first, because a repeated answer has the same counter, but no second authenticator.
        guard try connection.spentChallenges.insert(challenge) else { throw Refusal.passkey(.spent) }
        guard shown.use.mayFollow(kept.signCount, wasEligible: kept.isBackupEligible) else {
            throw Refusal.passkey(.counter)
        }
        try connection.passkeys.record(shown.use, of: kept.id, at: now)
        return kept
    }

    /// Returns what an authenticator needs to find the passkeys. Refuses if the account has no passkey.
    func beginPasskeyProof(_ account: AccountID) async throws(IdentityStoreError) -> [PasskeyDescriptor] {
        try await read { connection in
            let row = try active(account, connection)
            let passkeys = try connection.passkeys.descriptors(of: row.number)
            guard !passkeys.isEmpty else { throw Refusal.noPasskey }
            return passkeys
        }
    }

    /// Removes everything that the first proof removes, in its transaction. The caller stores `row`, updates the feed
    /// and uses up the code; `session` shows the proof.
    func remove(
        by proof: FirstProof, showing use: EmailCodeUse? = nil, in session: SessionID? = nil,
        from row: inout AccountRow, at now: UnixTime, _ connection: Connection
    ) throws {
        for binding in proof.removes { try remove(binding, showing: use, in: session, from: &row, at: now, connection) }
        row.profile.updatedAt = max(now, row.profile.updatedAt)
    }

    private func remove(
        _ binding: FirstProof.Binding, showing use: EmailCodeUse?, in session: SessionID?, from row: inout AccountRow,
        at now: UnixTime, _ connection: Connection
    ) throws {
        switch binding {
        case .password:
            try connection.passwords.delete(of: row.number)
            row.profile.passwordChangedAt = nil
        case .passkeys: try connection.passkeys.deleteAll(of: row.number)
        case .secondStep: try connection.totps.delete(of: row.number)
        case .providerLinks:
            try connection.providerLinks.deleteAll(of: row.number)
            row.profile.contactEmail = nil
            row.profile.contactEmailIsVerified = nil
            guard row.phoneOrigin == .provider else { return }
            (row.profile.verifiedPhone, row.profile.phoneVerifiedAt, row.phoneOrigin) = (nil, nil, nil)
        case .codes:
            try connection.passwordResets.delete(of: row.number)
            try connection.phoneCodes.delete(of: row.number)
            try connection.emailCodes.deleteAll(of: row.number, but: use)
        case .networks: try connection.knownNetworks.deleteAll(of: row.number)
        case .sessions: row.moments.endSessions(at: now)
        case .otherSessions: row.moments.endSessions(at: now, but: session)
        case .erasure: try reopen(&row, at: now, connection)
        case .places: row.moments.takeOver(at: now)
        }
    }

    func reopen(_ row: inout AccountRow, at now: UnixTime, _ connection: Connection) throws {
        guard try connection.scheduledErasures.delete(of: row.number) > 0 else { return }
        row.profile.status = .active
        row.profile.erasesAt = nil
        row.profile.updatedAt = max(now, row.profile.updatedAt)
    }
}
