import Foundation
import Models
import Storage

/// Stores accounts, their names and passwords, and the accounts feed. Each method is one transaction, including the rows of the
/// feed, and is named like its message. A change is on disk when its method returns; a refusal changes nothing. The caller
/// passes the time; stored times only increase (`SessionMoments`).
struct IdentityStore: Store {
    typealias Failure = IdentityStoreError
    static let migrations = IdentitySchema.migrations
    static let secretMadeAfter: String? = "phone-codes.secret"

    let database: ServiceDatabase

    init(_ database: ServiceDatabase) { self.database = database }
}

typealias IdentityStoreError = StoreFailure<Refusal>

extension WritePartition {
    static func account(_ account: AccountID) -> WritePartition { .key(account.text) }

    /// The messages to be sent. No account has this id.
    static let messages = WritePartition.key("messages to people")
}

extension IdentityStore {
    /// Queues a notice of a sign-in, if the account has an address for notices. A waiting notice with the same id stays as it
    /// is. Returns the account's language, if known.
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

extension IdentityStore {
    /// Queues a notice to the user: otherwise an attacker, or a curious operator, could read everything unnoticed. Refused if
    /// the session of `person` (nil for an operator) or the proof is no longer valid.
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
