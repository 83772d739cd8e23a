import Models
import ServiceRuntime
import Storage

extension LocationSchema {
    static let export = AccountExport(deviceExport.tables + circleExport, leftOut: deviceExport.leftOut)

    /// The exported tables of circles. They name no other members, except members who looked at the account's devices.
    private static let circleExport = [
        ExportedTable(
            "circle_member", as: "circles",
            "The circles that you are in, your name there, and what you let others see.",
            [
                .init("circle_id"), .init("circle_name"), .init("name"), .init("joined_at", .moment),
                .init("place_precision"), .init("history_precision"), .init("history_since", .moment),
                .init("place_since", .moment), .init("shows_battery", .flag), .init("paused_until", .moment),
                .init("answers_questions", .flag),
            ],
            leftOut: ["circle": "an internal number", "sequence": "an internal number"]
                .merging(ExportedTable.ownerColumns) { own, _ in own }, key: .number("t.circle")
        ) {
            """
            (SELECT m.*, c.id AS circle_id, c.name AS circle_name FROM circle_member m \
            JOIN circle c ON c.number = m.circle WHERE m.account = \($0)) t WHERE 1 = 1
            """
        },
        ExportedTable(
            "circle", as: "circle-documents", "These circles, and what your app stores about them.",
            [
                .init("id"), .init("name"), .init("created_at", .moment), .init("changed_at", .moment),
                .init("document"),
            ], leftOut: ["number": "an internal number"], key: .number("t.number")
        ) { "circle t WHERE t.number IN (\(circles(of: $0)))" },
        ExportedTable(
            "circle_invitation", as: "circle-invitations", "The invitations to these circles.",
            [
                .init("circle_id"), .init("id"), .init("created_at", .moment), .init("ends_at", .moment),
                .init("maximum_uses", .whole), .init("uses", .whole),
            ],
            leftOut: [
                "number": "an internal number", "circle": "an internal number", "code_hash": "a hash of the code",
                "code": "the code, encrypted",
            ], key: .number("t.number")
        ) {
            """
            (SELECT i.*, c.id AS circle_id FROM circle_invitation i JOIN circle c ON c.number = i.circle) t \
            WHERE t.circle IN (\(circles(of: $0)))
            """
        },
        ExportedTable(
            "circle_visit", as: "circle-visitors", "The members of circles who looked at your devices.",
            [
                .init("device_id"), .init("visitor"), .init("name"), .init("at", .moment), .init("asked_at", .moment),
            ],
            leftOut: ["device": "an internal number", "owner": "the id of the account"],
            key: .within("t.device", owners: owned, .text("t.visitor"))
        ) {
            """
            (SELECT v.*, d.id AS device_id FROM circle_visit v JOIN device d ON d.number = v.device) t \
            WHERE t.owner = \($0)
            """
        },
        ExportedTable(
            "arrival_place", as: "arrival-places", "The places where members of circles are told of your arrival.",
            [
                .init("id"), .init("device_id"), .init("name"), .init("latitude", .real), .init("longitude", .real),
                .init("radius", .whole), .init("created_at", .moment), .init("is_inside", .flag),
                .init("changing_since", .moment), .init("changed_at", .moment), .init("counted_at", .moment),
                .init("last_fix", .moment),
            ],
            leftOut: [
                "number": "an internal number", "device": "an internal number", "account": "the id of the account",
            ],
            key: .number("t.number")
        ) {
            """
            (SELECT p.*, d.id AS device_id FROM arrival_place p JOIN device d ON d.number = p.device) t \
            WHERE t.account = \($0)
            """
        },
        ExportedTable(
            "arrival_watcher", as: "arrival-watchers", "Who is told of your arrivals, and whose arrivals you are told.",
            [.init("place_id"), .init("account")],
            leftOut: ["number": "an internal number", "place": "an internal number"], key: .number("t.number")
        ) {
            """
            (SELECT w.*, p.id AS place_id, p.account AS owner FROM arrival_watcher w \
            JOIN arrival_place p ON p.number = w.place) t WHERE t.owner = \($0) OR t.account = \($0)
            """
        },
        ExportedTable(
            "arrival_refusal", as: "arrival-refusals", "Whose arrivals you do not want to be told.",
            [.init("owner")], leftOut: ["number": "an internal number", "account": "the id of the account"],
            key: .number("t.number")
        ) { "arrival_refusal t WHERE t.account = \($0)" },
        ExportedTable(
            "reader_notice", as: "new-readers", "The devices of which new readers are told to you.",
            [
                .init("device_id"), .init("told_at", .moment), .init("reader"), .init("others", .whole),
                .init("at", .moment),
            ],
            leftOut: ["device": "an internal number", "account": "the id of the account"], key: .number("t.device")
        ) {
            """
            (SELECT n.*, d.id AS device_id FROM reader_notice n JOIN device d ON d.number = n.device) t \
            WHERE t.account = \($0) AND t.device IN (\(owned(by: $0)))
            """
        },
        ExportedTable(
            "known_reader", as: "known-readers", "Who has looked at these devices.",
            [.init("device_id"), .init("reader")],
            leftOut: ["number": "an internal number", "device": "an internal number"], key: .number("t.number")
        ) {
            """
            (SELECT k.*, d.id AS device_id, n.account AS owner FROM known_reader k \
            JOIN device d ON d.number = k.device JOIN reader_notice n ON n.device = k.device) t \
            WHERE t.owner = \($0) AND t.device IN (\(owned(by: $0)))
            """
        },
    ]

    private static func circles(of account: AccountID) -> SQL {
        "SELECT m.circle FROM circle_member m WHERE m.account = \(account)"
    }
}
