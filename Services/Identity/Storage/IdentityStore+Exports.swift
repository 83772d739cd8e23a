import Models
import Storage

extension IdentityStore {
    /// Checks whether an account may be exported, and queues a notice to its user: otherwise an attacker, or a curious
    /// operator, could read everything unnoticed.
    ///
    /// - Parameters:
    ///   - person: The user who asks; refused if their session is no longer valid. Nil for an operator.
    ///   - proof: The user's proof; refused if it is no longer valid.
    ///   - notice: The notice, only sent to `AccountProfile.noticeAddress`.
    func beginExport(
        _ account: AccountID, by person: ProvenPerson?, proof: CheckedProof?, telling notice: MessageDraft,
        at now: UnixTime
    ) async throws(IdentityStoreError) {
        try await write { connection in
            let row = try present(of: account, by: person, proof: proof, at: now, connection)
            guard let address = row.profile.noticeAddress else { return }
            try PersonalMessageTable(connection: connection).insert(
                notice, of: row.number, to: address.text, in: row.profile.details.locale, at: now)
        }
    }
}
