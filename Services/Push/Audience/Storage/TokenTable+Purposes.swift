import Models
import Storage

extension TokenTable {
    /// A visible notification goes to the chosen token of each push device, a silent one to all tokens for its purpose.
    static func condition(for content: NotificationContent) -> SQL {
        let purpose = content.purpose
        guard purpose != .alert else { return "token.is_chosen = 1" }
        guard let activity = content.liveActivity else { return "token.purpose = \(purpose)" }
        return purpose == .activityStart
            ? "token.purpose = \(purpose) AND token.activity_type = \(activity.attributesType)"
            : "token.purpose = \(purpose) AND token.activity = \(activity.activity)"
    }

    func reached(of recipient: Int64, by content: NotificationContent) throws(StorageError) -> [TokenRow] {
        try connection.all(
            """
            SELECT \(TokenTable.columns) WHERE token.recipient = \(recipient) AND \(TokenTable.condition(for: content)) \
            ORDER BY token.number
            """, TokenRow.init)
    }
}
