import Foundation
import Models
import Storage

/// Stores accounts, their names and passwords, and the accounts feed. Each method is one transaction, including the
/// rows of the feed, and is named like its message. A change is on disk when its method returns; a refusal changes
/// nothing. The caller passes the time; the stored times of an account only increase (`SessionMoments`).
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

    /// The partition of the messages to be sent. No account has this id.
    static let messages = WritePartition.key("messages to people")
}

extension IdentityStore {
    /// Queues a notice of an event, if the account has an address for notices. A waiting notice with the same id stays
    /// as it is. Returns the account's language, nil if it has none.
    func report(
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

    /// Queues a notice of the export to the user, because otherwise an attacker or a curious operator could read
    /// everything unnoticed. Refuses if the session of `person` (nil for an operator) or the proof is no longer valid.
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

    /// Deletes expired rows: tombstones before `moment`, networks last used before `oldest`, messages given up before
    /// `given`, and all other rows by their own end. Of each kind except tombstones it deletes about `limit` rows; rows
    /// of the same millisecond are deleted together. Returns whether more may be left.
    func purge(
        at now: UnixTime, tombstonesBefore moment: UnixTime, networksBefore oldest: UnixTime,
        messagesGivenUpBefore given: UnixTime, limit: Int
    ) async throws(IdentityStoreError) -> Bool {
        try await write { connection in
            // A row that expires at exactly this time counts as expired.
            let next = now.adding(milliseconds: 1)
            let tables: [(table: SQL, column: SQL, before: UnixTime)] = [
                ("password_reset", "expires_at", next), ("phone_code", "expires_at", next),
                ("email_code", "expires_at", next), ("sign_in_code", "expires_at", next),
                ("spent_passkey_challenge", "expires_at", next),
                ("phone_code_request", "requested_at", next.adding(seconds: -CodeBudget.phones.windowSeconds)),
                ("email_code_request", "requested_at", next.adding(seconds: -CodeBudget.emails.windowSeconds)),
                ("account_import", "begun_at", next.adding(seconds: -AccountImportTable.lifetime)),
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

extension Connection {
    var accountImports: AccountImportTable { AccountImportTable(connection: self) }
    var accounts: AccountTable { AccountTable(connection: self) }
    var emailCodeRequests: EmailCodeRequestTable { EmailCodeRequestTable(connection: self) }
    var emailCodes: EmailCodeTable { EmailCodeTable(connection: self) }
    var erasures: ErasureTable { ErasureTable(connection: self) }
    var knownNetworks: KnownNetworkTable { KnownNetworkTable(connection: self) }
    var messages: PersonalMessageTable { PersonalMessageTable(connection: self) }
    var nameParts: NamePartTable { NamePartTable(connection: self) }
    var passkeys: AccountPasskeyTable { AccountPasskeyTable(connection: self) }
    var passwordResets: PasswordResetTable { PasswordResetTable(connection: self) }
    var passwords: PasswordTable { PasswordTable(connection: self) }
    var phoneCodeRequests: PhoneCodeRequestTable { PhoneCodeRequestTable(connection: self) }
    var phoneCodes: PhoneCodeTable { PhoneCodeTable(connection: self) }
    var providerLinks: ProviderLinkTable { ProviderLinkTable(connection: self) }
    var recoveryCodes: RecoveryCodeTable { RecoveryCodeTable(connection: self) }
    var scheduledErasures: ScheduledErasureTable { ScheduledErasureTable(connection: self) }
    var signInCodes: SignInCodeTable { SignInCodeTable(connection: self) }
    var signInNames: SignInNameTable { SignInNameTable(connection: self) }
    var spentChallenges: SpentPasskeyChallengeTable { SpentPasskeyChallengeTable(connection: self) }
    var totps: TOTPTable { TOTPTable(connection: self) }
}

struct NewAccount: Sendable {
    let id: AccountID
    let names: AccountNames
    let details: ProfileDetails
    let password: StoredPassword?
    let registration: RegistrationRecord
    /// Whether the request contained the id, which an erased account may have had. A random id is always new.
    var hasGivenID = false
    var network: SeenNetwork?
    /// The sign-in that creates the account; nil if no user signs in.
    var login: LoginRecord?
}

struct RecognisedAccount: Sendable {
    let verified: VerifiedAccount
    var result = RecognitionResult.known
    var hasCancelledErasure = false

    /// The state of the account before an identification.
    enum RecognitionResult: Sendable {
        case made
        /// No provider had identified the account's user; its password and sessions have ended.
        case takenOver
        /// A provider had identified the account's user before.
        case known
    }
}

/// A copy of an account's password at one time.
struct AccountPassword: Sendable {
    let account: AccountID
    let status: AccountStatus
    let stored: StoredPassword
    /// A number that distinguishes this password from all earlier passwords; a stronger hash does not change it.
    let generation: Int64
}

struct SentPhoneCode: Hashable, Sendable {
    let number: PhoneNumber
    /// The hash of code, account and number together (`CodeSecret`).
    let hash: [UInt8]
}
