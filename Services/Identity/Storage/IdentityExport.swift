import CBOR
import Foundation
import Models
import ServiceRuntime
import Storage

extension IdentitySchema {
    static let export = AccountExport(
        [
            profile, passwords, documents, providers, phoneCodes, phoneRequests, emailCodes, signInCodes, emailRequests,
            networks, resets, passkeys, secondSteps, messages, erasures, securityEvents,
            imports,
        ],
        leftOut: [
            "sign_in_name": "the names of the profile as they are compared",
            "feed_accounts": "facts of the table account for other services",
            "account_import": "imports of accounts by operators, with counts alone",
            "erasure": "erasures of accounts",
            "erasure_confirmation": "the progress of such erasures",
            "erasure_count": "the progress of such erasures",
            "name_part": "parts of the names, for searches",
            "recovery_code": "hashes of codes; their number is in the second step",
            "spent_passkey_challenge": "hashes of challenges, without accounts",
        ])

    private static let profile = ExportedTable(
        "account", as: "profile", "Your profile.",
        [
            .init("number", .whole), .init("id"), .init("status"), .init("username"), .init("email"),
            .init("verified_email"), .init("email_verified_at", .moment),
            .init("contact_email"), .init("verified_contact_email"), .init("phone"), .init("verified_phone"),
            .init("phone_verified_at", .moment),
            .init("phone_origin"), .init("first_name"), .init("last_name"), .init("display_name"), .init("locale"),
            .init("fields", decode: fields), .init("created_at", .moment), .init("updated_at", .moment),
            .init("verified_at", .moment), .init("vouched_at", .moment), .init("sessions_end_before", .moment),
            .init("kept_session"), .init("provider_sessions_end_before", .moment), .init("taken_over_at", .moment),
            .init("registration_device"), .init("registration_location"), .init("registration_country"),
            .init("login_at", .moment), .init("login_device"), .init("login_location"), .init("login_ip"),
        ],
        leftOut: [
            "folded_names": "the names as searches compare them", "names_folded_at": "when they were last written",
        ], key: .number("t.number")
    ) { "account t WHERE t.id = \($0)" }

    private static let passwords = ExportedTable(
        "password", as: "password", "When you last set your password. The password itself is not stored.",
        [.init("changed_at", .moment)],
        leftOut: [
            "account": number, "generation": "how many passwords there were", "salt": hash, "hash": hash,
            "rounds": hash,
            "block_size": hash, "parallelism": hash, "imported": hash,
        ], key: .number("t.account")
    ) { "password t WHERE t.account = \(owner($0))" }

    private static let documents = ExportedTable(
        "account_document", as: "documents", "The documents that apps keep with your account.",
        [.init("name"), .init("json", .json), .init("created_at", .moment), .init("updated_at", .moment)],
        leftOut: ["account": number], key: .text("t.name")
    ) { "account_document t WHERE t.account = \(owner($0))" }

    private static let providers = ExportedTable(
        "provider_link", as: "identity-providers", "The identity providers that are linked to your account.",
        [.init("issuer"), .init("linked_at", .moment)],
        leftOut: ["account": number, "subject_hash": "a hash of the provider's id"],
        key: .text("t.subject_hash")
    ) { "provider_link t WHERE t.account = \(owner($0))" }

    private static let phoneCodes = ExportedTable(
        "phone_code", as: "phone-codes", "The code that was sent to confirm a phone number, while it is valid.",
        [.init("phone"), .init("tries", .whole), .init("expires_at", .moment)],
        leftOut: ["account": number, "code_hash": "a hash of the code"], key: .number("t.account")
    ) { "phone_code t WHERE t.account = \(owner($0))" }

    /// An account has less than a page of these rows, so their times are a sufficient order. This holds for known
    /// networks, too.
    private static let phoneRequests = ExportedTable(
        "phone_code_request", as: "phone-code-requests", "When you asked for such codes within the last day.",
        [.init("requested_at", .moment)], leftOut: ["account": number, "phone_hash": "a hash of the number"],
        key: .number("t.requested_at")
    ) { "phone_code_request t WHERE t.account = \(owner($0))" }

    private static let networks = ExportedTable(
        "known_network", as: "known-networks", "When you last signed in from each network that is known.",
        [.init("used_at", .moment)], leftOut: ["account": number, "hash": "a hash of the network"],
        key: .number("t.used_at")
    ) { "known_network t WHERE t.account = \(owner($0))" }

    private static let resets = ExportedTable(
        "password_reset", as: "password-links", "When a link for a new password that was sent to you expires.",
        [.init("expires_at", .moment)], leftOut: ["account": number, "token_hash": "a hash of the link"],
        key: .number("t.account")
    ) { "password_reset t WHERE t.account = \(owner($0))" }

    private static let passkeys = ExportedTable(
        "passkey", as: "passkeys", "The passkeys that you sign in with.",
        [
            .init("id"), .init("name"), .init("created_at", .moment), .init("last_used_at", .moment),
            .init("sign_count", .whole), .init("transports"), .init("is_backup_eligible", .flag),
            .init("is_backed_up", .flag), .init("algorithm", .whole),
        ],
        leftOut: [
            "account": number, "credential_id": "how your authenticator finds the passkey",
            "public_key": "how the passkey is recognised",
        ], key: .text("t.id")
    ) { "passkey t WHERE t.account = \(owner($0))" }

    private static let secondSteps = ExportedTable(
        "totp", as: "second-step", "The app whose codes are the second step of your sign-in.",
        [
            .init("created_at", .moment), .init("confirmed_at", .moment), .init("last_used_at", .moment),
            .init("code_failures", .whole), .init("code_failed_at", .moment), .init("recovery_failures", .whole),
            .init("recovery_failed_at", .moment), .init("recovery_codes_left", .whole),
        ],
        leftOut: [
            "account": number, "sealed_secret": "the secret of the app's codes",
            "last_step": "which code counted last",
        ], key: .number("t.account")
    ) {
        """
        (SELECT s.*, (SELECT count(*) FROM recovery_code r WHERE r.account = s.account) AS recovery_codes_left \
        FROM totp s) t WHERE t.account = \(owner($0))
        """
    }

    private static let emailCodes = ExportedTable(
        "email_code", as: "email-codes", "Codes that were recently sent to an e-mail address for you.",
        [
            .init("purpose"), .init("address"), .init("tries", .whole), .init("expires_at", .moment),
            .init("used_at", .moment),
        ], leftOut: ["account": number, "code_hash": "a hash of the code"], key: .text("t.purpose")
    ) { "email_code t WHERE t.account = \(owner($0))" }

    private static let signInCodes = ExportedTable(
        "sign_in_code", as: "sign-in-codes", "The code to sign in that was recently sent to your e-mail address.",
        [.init("tries", .whole), .init("expires_at", .moment), .init("used_at", .moment)],
        leftOut: [
            "account": number, "code_hash": "a hash of the code", "address_hash": "a hash of your e-mail address",
        ], key: .number("t.expires_at")
    ) { "sign_in_code t WHERE t.account = \(owner($0))" }

    /// An account has less than a page of these rows, so their times are a sufficient order.
    private static let emailRequests = ExportedTable(
        "email_code_request", as: "email-code-requests", "When you asked for codes by mail within the last hour.",
        [.init("purpose"), .init("requested_at", .moment)],
        leftOut: ["account": number, "address_hash": "a hash of the address"], key: .number("t.requested_at")
    ) { "email_code_request t WHERE t.account = \(owner($0))" }

    private static let messages = ExportedTable(
        "personal_message", as: "messages", "Messages to you that wait to be sent, or recently could not be sent.",
        [
            .init("id"), .init("kind"), .init("created_at", .moment), .init("expires_at", .moment),
            .init("tries", .whole), .init("due_at", .moment), .init("failed_at", .moment), .init("cause"),
        ],
        leftOut: [
            "account": number, "sealed": "the text of the message, which may open your account",
            "claimed_until": "until when one process is sending it",
        ], key: .text("t.id")
    ) { "personal_message t WHERE t.account = \(owner($0))" }

    private static let erasures = ExportedTable(
        "scheduled_erasure", as: "scheduled-erasure", "When your account is erased, as you asked.",
        [.init("erasure"), .init("asked_at", .moment), .init("due_at", .moment), .init("reopens", .flag)],
        leftOut: ["account": number, "secret_hash": "a hash of the secret that shows the progress"],
        key: .number("t.account")
    ) { "scheduled_erasure t WHERE t.account = \(owner($0))" }

    private static let securityEvents = ExportedTable(
        "security_event", as: "account-security", "The security log of your account of the last 90 days.",
        [
            .init("at", .moment), .init("event"), .init("method"), .init("reason"), .init("network"), .init("subject"),
        ],
        leftOut: [
            "number": "an internal number", "account": "the id of the account",
            "request": "the name of a request in the log",
        ], key: .number("t.number")
    ) { "security_event t WHERE t.account = \($0)" }

    private static let imports = ExportedTable(
        "imported_account", as: "imported-account", "Where your account was imported from.",
        [.init("source"), .init("external_id"), .init("imported_at", .moment)], leftOut: ["account": number],
        key: .number("t.account")
    ) { "imported_account t WHERE t.account = \(owner($0))" }

    private static func owner(_ account: AccountID) -> SQL { "(SELECT number FROM account WHERE id = \(account))" }

    private static let number = "an internal number of the account, which its profile shows"
    private static let hash = "how the password is recognised"

    @Sendable
    private static func fields(_ bytes: [UInt8]) throws -> String {
        let fields = try CBORDecoder().decode([String: Personal<ProfileValue>].self, from: bytes)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(fields.mapValues(\.value)), as: UTF8.self)
    }
}
