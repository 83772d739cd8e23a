import Models
import ServiceRuntime
import Storage

extension SessionSchema {
    static let export = AccountExport(
        [sessions, clients, knownClients, providers, providerTokens, appleTokens, securityEvents],
        leftOut: [
            "account": "a copy of facts in your profile",
            "sign_out_mark": "hashes of ended tokens, without accounts",
            "seen_logout": "hashes of sign-outs at providers, without accounts",
            "revoked_token": "names of revoked tokens, without accounts",
            "spent_token": "hashes of used tokens, without accounts",
            "rereading": "the position in the accounts feed", "api_key": "keys of programs",
            "apple_alias": "hashes of your Apple user ids, from a move of your app to another company",
            "api_key_passkey": "passkeys of operators",
            "signing_key": "keys of this installation", "feed_credentials": "ended sessions, for other services",
            "begun_act":
                "acts of operators without a known outcome; they are evidence about operators",
            "audit_entry": "acts of operators; they are evidence about operators",
        ])

    private static let sessions = ExportedTable(
        "session", as: "sessions", "Your sessions, including those that ended within the last 30 days.",
        [
            .init("id"), .init("sign_in_method"), .init("kind"), .init("is_remembered", .flag),
            .init("authenticated_at", .moment), .init("created_at", .moment), .init("last_activity_at", .moment),
            .init("ended_at", .moment), .init("end_reason"), .init("rotated_at", .moment),
        ],
        leftOut: [
            "number": number, "account": "the id of the account", "due_at": "when the program looks at it again",
            "secret_hash": secret, "generation": secret, "token_hash": secret, "previous_hash": secret,
            "rotation_used": secret, "signing_key": "the name of a key of this installation",
        ], key: .number("t.number")
    ) {
        // Each half of the query uses its own index, which a single condition could not.
        """
        (SELECT * FROM session WHERE account = \($0) AND ended_at IS NULL \
        UNION ALL SELECT * FROM session WHERE account = \($0) AND ended_at IS NOT NULL) t WHERE 1 = 1
        """
    }

    private static let clients = ExportedTable(
        "session_client", as: "session-clients", "The descriptions that apps gave of themselves and their place.",
        [
            .init("session_id"), .init("app_version"), .init("device_type"), .init("device_vendor"),
            .init("device_model"), .init("os_name"), .init("os_version"), .init("is_mobile", .flag),
            .init("user_agent"), .init("country"), .init("city"), .init("timezone"), .init("ip_address"),
            .init("location"),
        ], leftOut: ["session": number], key: .number("t.session")
    ) {
        """
        (SELECT c.*, s.id AS session_id FROM session s JOIN session_client c ON c.session = s.number \
        WHERE s.account = \($0) AND s.ended_at IS NULL) t WHERE 1 = 1
        """
    }

    private static let knownClients = ExportedTable(
        "known_client", as: "known-clients",
        "The apps and devices on which you signed in within a year, and the sign-ins that you were notified of.",
        [
            .init("used_at", .moment), .init("noticed_at", .moment), .init("notice_client"),
            .init("notice_due_at", .moment), .init("notice_mailed_at", .moment), .init("notice_locale"),
        ],
        leftOut: [
            "number": number, "account": "the id of the account", "hash": "a hash of the app's description of itself",
            "notice_id": "the id of a session",
        ], key: .number("t.number")
    ) { "known_client t WHERE t.account = \($0)" }

    private static let providers = ExportedTable(
        "issued_session", as: "provider-sessions", "Sessions that began at an identity provider.",
        [
            .init("session_id"), .init("issuer"), .init("first_issued_at", .whole), .init("last_issued_at", .whole),
        ],
        leftOut: [
            "session": number, "name": hash, "person": hash, "provider_session": hash,
        ], key: .number("t.session")
    ) {
        """
        (SELECT i.*, s.id AS session_id FROM session s JOIN issued_session i ON i.session = s.number \
        WHERE s.account = \($0) AND s.ended_at IS NULL) t WHERE 1 = 1
        """
    }

    private static let providerTokens = ExportedTable(
        "issued_token", as: "provider-tokens", "When the tokens that were used for these sessions expire.",
        [.init("session_id"), .init("ends_at", .moment)], leftOut: ["session": number, "name": hash],
        key: .numbers("t.session", "t.ends_at")
    ) {
        """
        (SELECT DISTINCT i.session, i.ends_at, s.id AS session_id \
        FROM session s JOIN issued_token i ON i.session = s.number \
        WHERE s.account = \($0) AND s.ended_at IS NULL) t WHERE 1 = 1
        """
    }

    private static let appleTokens = ExportedTable(
        "apple_token", as: "apple-tokens", "The tokens with which Apple is notified when your account is erased.",
        [
            .init("client_id"), .init("created_at", .moment), .init("revoke_at", .moment), .init("failures", .whole),
            .init("transfer_team"),
        ],
        leftOut: ["number": number, "account": "the id of the account", "sealed": "a token of Apple, which is secret"],
        key: .number("t.number")
    ) { "apple_token t WHERE t.account = \($0) AND t.revoke_at IS NULL" }

    private static let securityEvents = ExportedTable(
        "security_event", as: "session-security",
        "The security log of your sessions of the last 90 days.",
        [
            .init("at", .moment), .init("event"), .init("method"), .init("reason"), .init("network"), .init("subject"),
        ],
        leftOut: [
            "number": number, "account": "the id of the account", "request": "the name of a request in the log",
        ], key: .number("t.number")
    ) { "security_event t WHERE t.account = \($0)" }

    private static let number = "an internal number"
    private static let secret = "recognises the session's tokens"
    private static let hash = "a hash of the provider's id"
}
