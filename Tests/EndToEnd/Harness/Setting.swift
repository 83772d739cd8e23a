enum Setting {
    static func trustedProxies(_ networks: String) -> [String: String] { ["BALISE_HTTP_TRUSTED_PROXIES": networks] }
    static let legacy = ["BALISE_MIATARU_LEGACY": "true"]
    /// Beside all other tests, a request may have to wait longer than a client should.
    static let patient = ["BALISE_HTTP_REQUEST_TIMEOUT": "60s"]
    static func webhook(_ mailbox: Mailbox) -> [String: String] {
        [
            "BALISE_MESSAGES_SENDER": "webhook", "BALISE_MESSAGES_WEBHOOK": mailbox.address,
            "BALISE_MESSAGES_WEBHOOK_SECRET": Mailbox.secret,
            "BALISE_MESSAGES_RESET_LINK": "https://app.example.org/reset?token={token}",
        ]
    }
    static func apple(_ apple: AppleIssuer) -> [String: String] {
        [
            "BALISE_APPLE_AUDIENCES": AppleIssuer.audience, "BALISE_APPLE_KEYS_URL": apple.keysURL.absoluteString,
            "BALISE_APPLE_AUTH_URL": apple.authURL.absoluteString,
        ]
    }
    static let passkeyDomain = "passkeys.example.org"
    static let passkeys = ["BALISE_PASSKEYS_RP_ID": passkeyDomain]
    /// A kind of notifications, open topics, and a tag of push devices.
    static let kinds = [
        "BALISE_PUSH_KINDS": "orders", "BALISE_PUSH_OPEN_TOPICS": "news-*", "BALISE_PUSH_DEVICE_TAGS": "beta",
    ]
    /// Positions that are too old for notifications are not erased yet.
    static let longKeptPositions = ["BALISE_POSITIONS_KEPT_FOR": "1440h"]
    static func logLevel(_ level: String) -> [String: String] { ["BALISE_LOG_LEVEL": level] }
}

extension [String: String] {
    static func + (one: Self, other: Self) -> Self { one.merging(other) { _, last in last } }
}
