import Models
import ServiceRuntime
import Storage

extension LocationSchema {
    /// Leaves out devices whose key another person has changed, because that person may be the owner now.
    static let deviceExport = AccountExport(
        [
            ExportedTable(
                "position", as: "position", "Your last position, and whether it may be stored.",
                [
                    .init("is_allowed", .flag), .init("latitude", .real), .init("longitude", .real),
                    .init("accuracy", .real), .init("at", .moment), .init("erased_at", .moment),
                ],
                leftOut: ExportedTable.ownerColumns, key: .text("t.account")
            ) { "position t WHERE t.account = \($0)" },
            ExportedTable(
                "claim", as: "location-claims", "The devices of location sharing that you have claimed.",
                [
                    .init("device_id"), .init("claimed_at", .moment), .init("handover_session"),
                    .init("handover_ends_at", .moment),
                ],
                leftOut: [
                    "handover_hash": "a hash of the ticket with which you hand the device over",
                    "device": "an internal number", "key_generation": "an internal count of changes of the key",
                    "is_closed": "whether the account is closed",
                ].merging(ExportedTable.ownerColumns) { own, _ in own }, key: .number("t.device")
            ) {
                """
                (SELECT c.*, d.id AS device_id FROM claim c JOIN device d ON d.number = c.device \
                WHERE c.account = \($0)) t WHERE 1 = 1
                """
            },
            ExportedTable(
                "tracker", as: "location-trackers", "The tracker apps that report for these devices.",
                [
                    .init("device_id"), .init("id"), .init("name"), .init("speed_unit"), .init("reads_friends", .flag),
                    .init("keeps_history", .flag), .init("retention_minutes", .whole), .init("created_at", .moment),
                    .init("last_used_at", .moment),
                ],
                leftOut: [
                    "device": "an internal number", "account": "the id of the account",
                    "token_hash": "a hash of the token of the tracker",
                ], key: .text("t.id")
            ) {
                """
                (SELECT k.*, d.id AS device_id FROM tracker k JOIN device d ON d.number = k.device \
                WHERE k.account = \($0)) t WHERE 1 = 1
                """
            },
            ExportedTable(
                "forwarder", as: "location-forwarders", "Where Balise sends the places of these devices for you.",
                [
                    .init("device_id"), .init("id"), .init("name"), .init("form"), .init("origin"),
                    .init("user_name"), .init("place_precision"), .init("created_at", .moment),
                    .init("dropped", .whole), .init("sent_at", .moment), .init("delivered_at", .moment),
                    .init("problem"),
                ],
                leftOut: [
                    "number": "an internal number", "device": "an internal number", "account": "the id of the account",
                    "url": "it may contain a key; origin is its beginning",
                    "secret": "the password, or the secret of the signature",
                    "last_sequence": "an internal count of places", "attempts": "an internal count of attempts",
                    "next_at": "when the next place is sent",
                ], key: .number("t.number")
            ) {
                """
                (SELECT f.*, d.id AS device_id FROM forwarder f JOIN device d ON d.number = f.device \
                WHERE f.account = \($0)) t WHERE 1 = 1
                """
            },
            ExportedTable(
                "device", as: "location-devices", "The data of these devices.",
                [
                    .init("id"), .init("slogan"), .init("has_allowed_list", .flag), .init("has_key", .flag),
                    .init("history_days", .whole),
                ],
                leftOut: [
                    "number": "an internal number", "key_salt": secret, "key_hash": secret,
                    "key_generation": "an internal count of changes of the key",
                    "has_arrivals": "whether a share link may end with the next report",
                    "has_forwarders": "whether the device may have a row of location-forwarders",
                    "tells_readers": "whether the owner has a row of new-readers",
                ], key: .number("t.number")
            ) {
                """
                (SELECT *, key_hash IS NOT NULL AS has_key FROM device) t \
                WHERE t.number IN (\(owned(by: $0)))
                """
            },
            ExportedTable(
                "location", as: "locations", "The locations that these devices reported.",
                [
                    .init("device_id"), .init("timestamp", .json), .init("longitude", .json), .init("latitude", .json),
                    .init("horizontal_accuracy", .json), .init("speed", .json), .init("battery_level", .json),
                    .init("altitude", .json), .init("fixed_at", .moment), .init("expires_at", .moment),
                ], leftOut: ["device": "an internal number", "sequence": "an internal number"],
                key: .within("t.device", owners: owned, .number("t.sequence"))
            ) { _ in
                "(SELECT l.*, d.id AS device_id FROM location l JOIN device d ON d.number = l.device) t WHERE 1 = 1"
            },
            ExportedTable(
                "visit", as: "location-visitors", "The visitors who looked at these devices.",
                [.init("device_id"), .init("visitor"), .init("at", .moment), .init("is_proven", .flag)],
                leftOut: [
                    "device": "an internal number", "sequence": "an internal number",
                    "rank": "which visitors a full list drops first",
                ],
                key: .within("t.device", owners: owned, .number("t.sequence"))
            ) { _ in
                "(SELECT v.*, d.id AS device_id FROM visit v JOIN device d ON d.number = v.device) t WHERE 1 = 1"
            },
            ExportedTable(
                "allowed_device", as: "location-allowed", "The allowed lists of these devices.",
                [
                    .init("device_id"), .init("reader"), .init("reads_current", .flag), .init("reads_history", .flag),
                ], leftOut: ["device": "an internal number", "position": "the place in the list"],
                key: .within("t.device", owners: owned, .text("t.reader"))
            ) { _ in
                "(SELECT a.*, d.id AS device_id FROM allowed_device a JOIN device d ON d.number = a.device) t WHERE 1 = 1"
            },
            ExportedTable(
                "share_link", as: "location-share-links",
                "The share links of these devices, and those that you have made.",
                [
                    .init("device_id"), .init("id"), .init("name"), .init("created_at", .moment),
                    .init("ends_at", .moment), .init("is_withdrawn", .flag), .init("place_precision"),
                    .init("arrival_latitude", .real), .init("arrival_longitude", .real),
                    .init("arrival_radius", .whole), .init("inside_since", .moment), .init("maximum_viewers", .whole),
                    .init("viewed_at", .moment),
                ],
                leftOut: [
                    "number": "an internal number", "device": "an internal number", "token_hash": "a hash of the token",
                    "account": "the id of the account", "key_generation": "an internal count of changes of the key",
                    "key_hash": secret, "password_salt": password, "password_hash": password,
                ], key: .number("t.number")
            ) { "(\(links) \(madeOrOwned(by: $0))) t WHERE 1 = 1" },
            ExportedTable(
                "share_link_viewer", as: "location-share-link-viewers", "The browsers that opened these links.",
                [
                    .init("link_id"), .init("number", .whole), .init("first_at", .moment), .init("last_at", .moment),
                    .init("views", .whole), .init("unlocked_at", .moment),
                ], leftOut: ["link": "an internal number", "cookie_hash": "a hash of the browser's cookie"],
                key: .within(
                    "t.link", owners: { "SELECT l.number AS owner FROM share_link l \(madeOrOwned(by: $0))" },
                    .number("t.number"))
            ) { _ in
                """
                (SELECT v.*, l.id AS link_id FROM share_link_viewer v JOIN share_link l ON l.number = v.link) t \
                WHERE 1 = 1
                """
            },
        ],
        leftOut: [
            "feed_positions": "facts of the table position for push",
            "place_import": "imports of devices by operators, with counts alone",
            "circle_pass": "whose code you have shown in the last hour",
            "reader_message": "notices that wait for a few seconds until push takes them",
            "forwarder_message": "notices of new forwarders that wait for a few seconds until push takes them",
            "forwarded_place": "copies of locations that wait until a forwarder has sent them",
            "arrival_notice": "notices to the watchers of your places, until an hour after the arrival",
        ])

    private static let links: SQL =
        "SELECT l.*, d.id AS device_id FROM share_link l JOIN device d ON d.number = l.device"

    @Sendable private static func madeOrOwned(by account: AccountID) -> SQL {
        "WHERE l.account = \(account) OR (l.account IS NULL AND l.device IN (\(owned(by: account))))"
    }

    @Sendable static func owned(by account: AccountID) -> SQL {
        """
        SELECT c.device AS owner FROM claim c JOIN device d ON d.number = c.device \
        WHERE c.account = \(account) AND c.key_generation = d.key_generation
        """
    }

    private static let secret = "a hash of the key of the device"
    private static let password = "a hash of the password of the link"
}
