import Models
import PasskeyStorage
import Storage

extension IdentityStore {
    /// Removes everything that the first proof removes, in its transaction. The caller stores `row`, updates the feed and uses
    /// up the code; `session` shows the proof.
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
