// Tokens of Apple: kept while their account is there, then revoked.

import Models
import Storage

extension SessionStore {
    /// Stores the token by which Apple's consent of an account to a client can be revoked, in the place of an earlier
    /// one. It is due for revocation at once when the account has been erased.
    func keepAppleToken(
        _ sealed: [UInt8], of account: AccountID, client: String, at now: UnixTime
    ) async throws(SessionStoreError) {
        try await write { connection in
            let isErased = try AccountTable(connection: connection).status(of: account) == .erased
            try AppleTokenTable(connection: connection)
                .insert(sealed, of: account, client: client, at: now, revokeAt: isErased ? now : nil)
        }
    }

    /// Tokens whose account has been erased, and whose time to be revoked has come.
    func dueAppleRevocations(
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

    // MARK: Moving to another team

    /// Kept tokens behind a row whose person's transfer id for a team was not asked for.
    func appleTokens(
        notPreparedFor team: String, after number: Int64, limit: Int
    ) async throws(SessionStoreError) -> [AppleRevocation] {
        try await read { try AppleTokenTable(connection: $0).living(notPreparedFor: team, after: number, limit: limit) }
    }

    /// Notes that the transfer id of a token's person was asked for, and to whose account it leads.
    ///
    /// - Parameter alias: Derived from the transfer id; nil where Apple has none.
    func prepare(
        _ token: Int64, of account: AccountID, for team: String, alias: AccountID?
    ) async throws(SessionStoreError) {
        try await write { connection in
            // What leads to an account goes with it.
            guard try AppleTokenTable(connection: connection).prepare(token, for: team), let alias else { return }
            try AppleAliasTable(connection: connection).insert(alias, of: account)
        }
    }

    /// The account of a person of Apple. Once a transfer id has led to it, their user id does as well.
    func appleAccount(_ names: AppleNames) async throws(SessionStoreError) -> AccountID {
        let (id, transfer) = (names.account, names.transfer)
        let known = try await read { connection in
            let aliases = AppleAliasTable(connection: connection)
            if let account = try aliases.account(of: id) { return (account: account, isNew: false) }
            let account = try transfer.flatMap { alias throws(StorageError) in try aliases.account(of: alias) }
            return (account: account ?? id, isNew: account != nil && account != id)
        }
        guard known.isNew else { return known.account }
        try await write { try AppleAliasTable(connection: $0).insert(id, of: known.account) }
        return known.account
    }
}
