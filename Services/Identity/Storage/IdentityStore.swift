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
            guard try !connection.messages.contains(notice.id) else { return locale }
            try connection.messages.insert(notice, for: row, to: address.text, at: now)
            return locale
        }
    }

    /// Queues a notice to the user: otherwise an attacker, or a curious operator, could read everything unnoticed. Refused if
    /// the session of `person` (nil for an operator) or the proof is no longer valid.
    func beginExport(
        _ account: AccountID, by person: ProvenPerson?, proof: CheckedProof?, telling notice: MessageDraft,
        at now: UnixTime
    ) async throws(IdentityStoreError) {
        try await write { connection in
            let row = try present(of: account, by: person, proof: proof, at: now, connection)
            guard let address = row.profile.noticeAddress else { return }
            try connection.messages.insert(notice, for: row, to: address.text, at: now)
        }
    }

    /// Deletes what has expired: tombstones before `moment`, networks last used before `oldest`, messages given up before
    /// `given`, and all else by its own time. Of each kind except tombstones it deletes about `limit` rows, those of one
    /// millisecond together. Returns whether more may be left.
    func purge(
        at now: UnixTime, tombstonesBefore moment: UnixTime, networksBefore oldest: UnixTime,
        messagesGivenUpBefore given: UnixTime, limit: Int
    ) async throws(IdentityStoreError) -> Bool {
        try await write { connection in
            // A row that expires now has expired.
            let next = now.adding(milliseconds: 1)
            let tables: [(table: SQL, column: SQL, before: UnixTime)] = [
                ("password_reset", "expires_at", next), ("phone_code", "expires_at", next),
                ("email_code", "expires_at", next), ("sign_in_code", "expires_at", next),
                ("spent_passkey_challenge", "expires_at", next),
                ("phone_code_request", "requested_at", next.adding(seconds: -CodeBudget.phones.windowSeconds)),
                ("email_code_request", "requested_at", next.adding(seconds: -CodeBudget.emails.windowSeconds)),
                ("known_network", "used_at", oldest), ("personal_message", "failed_at", given),
            ]
            var counts = try tables.map {
                try connection.deleteOldest(from: $0.table, by: $0.column, before: $0.before, limit: limit)
            }
            counts.append(
                try connection.deleteOldest(
                    from: "totp", by: "created_at", before: next.adding(seconds: -KeptTOTP.confirmationSeconds),
                    where: "confirmed_at IS NULL", limit: limit))
            counts.append(
                try connection.erasures.deleteOld(
                    askedBefore: now.adding(seconds: -ErasureRetention.pending),
                    completedBefore: now.adding(seconds: -ErasureRetention.complete), limit: limit))
            try IdentitySchema.feed.pruneTombstones(olderThan: moment, in: connection)
            return counts.contains { $0 >= limit }
        }
    }
}
