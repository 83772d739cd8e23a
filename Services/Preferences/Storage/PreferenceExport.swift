import Models
import ServiceRuntime
import Storage

extension PreferenceSchema {
    static let export = AccountExport(
        [
            ExportedTable(
                "preference", as: "preferences",
                "Your notification preferences, radius and quiet hours, and the tags that publishers gave you.",
                [
                    .init("new_offers", .flag), .init("new_professionals", .flag), .init("local_events", .flag),
                    .init("radius", .whole), .init("categories"), .init("quiet_from", .whole),
                    .init("quiet_to", .whole), .init("time_zone"), .init("kinds_on"), .init("kinds_off"),
                    .init("topics"), .init("given_topics"), .init("tags"), .init("allows_interruptions", .flag),
                ],
                leftOut: ["account": "the id of the account", "account_number": internalNumber, "is_confirmed": mark],
                key: .text("t.account")
            ) { "preference t WHERE t.account = \($0)" }
        ],
        leftOut: [
            "feed_preferences": "what push is told of the table preference",
            "performed_act": PerformedActTable.meaning,
            "erased_account": "ids of accounts that were erased", "erasure_report": "what was erased of such accounts",
        ])

    private static let internalNumber = "an internal number of the account, which its profile shows"
    private static let mark = "whether the accounts feed, read anew, has told of the account again"
}
