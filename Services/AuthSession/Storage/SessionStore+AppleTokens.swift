// Tokens of Apple: kept while their account is there, then revoked.

import Models
import Storage

extension SessionStore {
    /// Stores the token by which Apple's consent for an account can be revoked, in the place of an earlier one. It is
    /// due for revocation at once when the account has been erased.
    func keepAppleToken(
        _ sealed: [UInt8], of account: AccountID, at now: UnixTime
    ) async throws(SessionStoreError) {
        try await write { connection in
            let isErased = try AccountTable(connection: connection).status(of: account) == .erased
            try AppleTokenTable(connection: connection)
                .insert(sealed, of: account, at: now, revokeAt: isErased ? now : nil)
        }
    }

    /// Tokens whose account has been erased, and whose time to be revoked has come.
    nonisolated(nonsending) func dueAppleRevocations(
        at now: UnixTime, limit: Int
    ) async throws(SessionStoreError) -> [AppleRevocation] {
        try await read { try AppleTokenTable(connection: $0).due(at: now, limit: limit) }
    }

    /// Lets a revocation wait for another try.
    func postponeAppleRevocation(
        _ number: Int64, until moment: UnixTime, failures: Int
    ) async throws(SessionStoreError) {
        try await write {
            try AppleTokenTable(connection: $0).postpone(number, until: moment, failures: failures)
        }
    }

    /// Forgets tokens that should have been revoked before a moment.
    func forgetAppleRevocations(dueBefore moment: UnixTime) async throws(SessionStoreError) {
        try await write { try AppleTokenTable(connection: $0).deleteDue(before: moment) }
    }

    /// Forgets a token that Apple has heard of.
    func removeAppleRevocation(_ number: Int64) async throws(SessionStoreError) {
        try await write { try AppleTokenTable(connection: $0).delete(number) }
    }
}
