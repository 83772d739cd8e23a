// Exports: whether an account may be given out, and that its person is told.

import Models
import Storage

extension IdentityStore {
    /// Judges whether an account may be given out, and queues the message that tells its person: whoever has taken the
    /// account over, or looks at it without need, could otherwise have all of it unseen.
    ///
    /// - Parameters:
    ///   - person: The person who asks; refused when their session does not count any more. Nil when an operator asks.
    ///   - proof: What they have shown once more; refused when it does not count any more.
    ///   - notice: What the person is told, where they have shown an address to be theirs.
    func beginExport(
        _ account: AccountID, by person: EraseAccount.Person?, proof: CheckedProof?, telling notice: MessageDraft,
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
