// Tokens of Apple: kept while their account is there, then revoked.

import Models
import Storage

extension SQLiteSessionStore {
    func keepAppleToken(
        _ sealed: [UInt8], of account: AccountID, at now: UnixTime
    ) async throws(SessionStoreError) {
        try await write { connection in
            let isErased = try AccountTable(connection: connection).standing(of: account) == .erased
            try AppleTokenTable(connection: connection)
                .insert(sealed, of: account, at: now, revokeAt: isErased ? now : nil)
        }
    }

    func dueAppleRevocations(at now: UnixTime, limit: Int) throws(SessionStoreError) -> [AppleRevocation] {
        try read { try AppleTokenTable(connection: $0).due(at: now, limit: limit) }
    }

    func postponeAppleRevocation(
        _ number: Int64, until moment: UnixTime, failures: Int
    ) async throws(SessionStoreError) {
        try await write { try AppleTokenTable(connection: $0).postpone(number, until: moment, failures: failures) }
    }

    func forgetAppleRevocations(dueBefore moment: UnixTime) async throws(SessionStoreError) {
        try await write { try AppleTokenTable(connection: $0).deleteDue(before: moment) }
    }

    func removeAppleRevocation(_ number: Int64) async throws(SessionStoreError) {
        try await write { try AppleTokenTable(connection: $0).delete(number) }
    }
}
