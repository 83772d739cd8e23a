import Models
import ServiceRuntime
import Storage

extension PushSchema {
    static let export = AccountExport(
        [
            exportedRecipients, exportedTokens, exportedFormerTokens, inbox, deliveries, interactions, inquiries,
            counts, tests,
        ],
        leftOut: [
            "withdrawal_count": "a count over all accounts",
            "ended_session": "ids of sessions that have ended, without their accounts",
            "waiting_recipient": "the recipients of a notification, until they are in the inbox",
            "named_recipient": "which notifications name you; the inbox has their texts",
            "idempotency_key": "keys of publishers", "taken_queue": "how far queues have been read",
            "outage": "the pauses of the push providers",
            "notification_plan": "the limits of the API keys that scheduled notifications",
            "revoked_key": "ids of API keys that were revoked",
            "notification_series": "recurring notifications of publishers",
            "probe": "counts that publishers asked for", "interaction_count": "counts over all accounts",
            "webhook": "where publishers' events are posted",
            "webhook_event": "events of publishers, with counts alone",
            "webhook_delivery": "how publishers' webhooks answered",
            "webhook_notification": "the notifications whose events are posted to publishers",
            "lease": "which process works",
        ])

    /// The inbox. In the table, `position_at` is 0 if the position was deleted, or if the notification does not depend
    /// on positions. The export then has no distance, radius and time of position.
    private static let inbox = ExportedTable(
        "inbox", as: "inbox", "Your inbox, with the distances.",
        [
            .init("announcement_id"), .init("type"), .init("kind"), .init("title"), .init("body"),
            .init("distance", .real),
            .init("radius", .whole), .init("position_at", .moment), .init("at", .moment), .init("read_at", .moment),
        ], leftOut: ["number": number, "recipient": number, "notification": number], key: .number("t.number")
    ) {
        """
        (SELECT i.number, CASE WHEN i.position_at > 0 THEN i.distance END AS distance, \
        CASE WHEN i.position_at > 0 THEN i.radius END AS radius, \
        CASE WHEN i.position_at > 0 THEN i.position_at END AS position_at, i.at, i.read_at, \
        n.id AS announcement_id, n.type, CASE WHEN n.type IS NULL THEN n.kind END AS kind, n.title, n.body \
        FROM inbox i LEFT JOIN notification n ON n.number = i.notification WHERE i.recipient = \(recipient($0))) t \
        WHERE 1 = 1
        """
    }

    private static let deliveries = ExportedTable(
        "delivery", as: "deliveries", "The result of each push to your devices.",
        [
            .init("announcement_id"), .init("state"), .init("reason"), .init("attempts", .whole),
            .init("outages", .whole), .init("next_at", .moment), .init("at", .moment),
            .init("is_unconfirmed", .flag), .init("end_state"), .init("end_reason"),
        ],
        leftOut: [
            "number": number, "notification": number, "recipient": number, "token": number, "channel": number,
            "may_have_left": "a mark for the next start of the program", "gathering": "the same as the reason",
            "digest": number, "was_deferred": "whether quiet hours delayed it",
        ], key: .numbers("t.notification", "t.number")
    ) {
        """
        (SELECT d.*, n.id AS announcement_id \
        FROM delivery d LEFT JOIN notification n ON n.number = d.notification WHERE d.recipient = \(recipient($0))) t \
        WHERE 1 = 1
        """
    }

    private static let interactions = ExportedTable(
        "interaction", as: "interactions", "Your actions on notifications.",
        [.init("announcement_id"), .init("action"), .init("link"), .init("at", .moment)],
        leftOut: ["number": number, "recipient": number, "notification": number], key: .number("t.number")
    ) {
        """
        (SELECT i.*, n.id AS announcement_id FROM interaction i LEFT JOIN notification n ON n.number = i.notification \
        WHERE i.recipient = \(recipient($0))) t WHERE 1 = 1
        """
    }

    private static let inquiries = ExportedTable(
        "inquiry", as: "inquiries", "The requests to see why you were or were not notified.",
        [.init("announcement"), .init("asked_by"), .init("at", .moment)],
        leftOut: ["number": number, "recipient": number, "notification": "the announcement above"],
        key: .number("t.number")
    ) {
        """
        (SELECT i.*, i.notification AS announcement FROM inquiry i WHERE i.recipient = \(recipient($0))) t WHERE 1 = 1
        """
    }

    private static let counts = ExportedTable(
        "push_count", as: "counted-pushes", "Pushes that count towards the limit of a kind.",
        [.init("kind"), .init("at", .moment)],
        leftOut: ["number": number, "recipient": number, "notification": number], key: .number("t.number")
    ) { "push_count t WHERE t.recipient = \(recipient($0))" }

    /// The tests, notices of sign-ins and digests. The other rows of this table belong to publishers. Users find their
    /// own copies in the inbox.
    private static let tests = ExportedTable(
        "notification", as: "test-pushes",
        "Your test pushes, notices of new sign-ins and digests of the last day.",
        [
            .init("id"), .init("type"), .init("subject"), .init("session"), .init("title"), .init("body"),
            .init("created_at", .moment), .init("state"),
        ],
        leftOut: Dictionary(
            uniqueKeysWithValues: [
                "number", "publisher", "owner", "kind", "audience", "content", "details",
                "is_subject_number", "category", "grid_row", "grid_column", "latitude", "longitude", "starts_at",
                "expires_at", "begins_at", "ends_at", "delivery_key", "is_over", "is_barred", "is_silent", "refusal",
                "recipients", "decided_at", "decided_after", "first_entry", "last_entry", "first_delivery",
                "last_delivery", "accepted", "sent", "suppressed", "deferred", "failed", "expired", "pending",
                "local_start", "local_zone", "next_begin", "has_begun", "series", "page_type", "page_number",
                "sent_later",
            ].map { ($0, "the same in every test push, or an internal number or count") }), key: .number("t.number")
    ) { "notification t WHERE t.owner = \(recipient($0))" }

    static func recipient(_ account: AccountID) -> SQL { "(SELECT number FROM recipient WHERE account = \(account))" }

    static let number = "an internal number"
    static let mark = "whether a feed that is read again has repeated it"
}
