// What people are told of that happened in another service.

import Models
import Storage

extension IdentityStore {
    /// Queues the message that tells the person of an account of a sign-in, where they have shown an address to be theirs. One
    /// with the same id that still waits stays as it is. Gives the language of the account; nil where it has none.
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
