import Models
import Storage

extension SessionStore {
    /// Stores a token in place of an earlier one of the account and client. For an erased account it is due for revocation at
    /// once.
    func keepAppleToken(
        _ sealed: [UInt8], of account: AccountID, client: String, at now: UnixTime
    ) async throws(SessionStoreError) {
        try await write { connection in
            let isErased = try AccountTable(connection: connection).status(of: account) == .erased
            try AppleTokenTable(connection: connection)
                .insert(sealed, of: account, client: client, at: now, revokeAt: isErased ? now : nil)
        }
    }

    func dueAppleRevocations(
        at now: UnixTime, limit: Int
    ) async throws(SessionStoreError) -> [AppleRevocation] {
        try await read { try AppleTokenTable(connection: $0).due(at: now, limit: limit) }
    }

    func postponeAppleRevocation(
        _ number: Int64, until moment: UnixTime, failures: Int
    ) async throws(SessionStoreError) {
        try await write {
            try AppleTokenTable(connection: $0).postpone(number, until: moment, failures: failures)
        }
    }

    func forgetAppleRevocations(dueBefore moment: UnixTime) async throws(SessionStoreError) {
        try await write { try AppleTokenTable(connection: $0).deleteDue(before: moment) }
    }

    func removeAppleRevocation(_ number: Int64) async throws(SessionStoreError) {
        try await write { try AppleTokenTable(connection: $0).delete(number) }
    }

    // MARK: Moving to another team

    /// Tokens after a row, without a requested transfer id for a team.
    func appleTokens(
        notPreparedFor team: String, after number: Int64, limit: Int
    ) async throws(SessionStoreError) -> [AppleRevocation] {
        try await read { try AppleTokenTable(connection: $0).living(notPreparedFor: team, after: number, limit: limit) }
    }

    /// `alias` is derived from the transfer id; nil if Apple has none.
    func prepare(
        _ token: Int64, of account: AccountID, for team: String, alias: AccountID?
    ) async throws(SessionStoreError) {
        try await write { connection in
            // The aliases of an account are erased with it.
            guard try AppleTokenTable(connection: connection).prepare(token, for: team), let alias else { return }
            try AppleAliasTable(connection: connection).insert(alias, of: account)
        }
    }

    /// The account of an Apple user. After a transfer id has led to it, the user id does too.
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
