import Models
import Storage

extension IdentityStore {
    /// Queues a notice of a sign-in, if the account has an address for notices. A waiting notice with the same id stays
    /// as it is. Returns the language of the account, if known.
    func reportSignIn(
        _ account: AccountID, telling notice: MessageDraft, at now: UnixTime
    ) async throws(IdentityStoreError) -> String? {
        try await write { connection in
            let row = try present(account, connection)
            let locale = row.profile.details.locale
            guard let address = row.profile.noticeAddress else { return locale }
            let table = PersonalMessageTable(connection: connection)
            guard try !table.contains(notice.id) else { return locale }
            try table.insert(notice, of: row.number, to: address.text, in: locale, at: now)
            return locale
        }
    }
}
