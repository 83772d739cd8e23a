// To which tokens of a person a notification goes that has a content of its own.

import Models
import Storage

extension TokenTable {
    /// The condition on rows of `token` that a notification with this content goes to. What is shown goes to the chosen
    /// one of each push device; what wakes something else goes to all tokens that wake it.
    static func condition(for content: NotificationContent) -> SQL {
        let purpose = content.purpose
        guard purpose != .alert else { return "token.is_chosen = 1" }
        guard let activity = content.liveActivity else { return "token.purpose = \(purpose)" }
        return purpose == .activityStart
            ? "token.purpose = \(purpose) AND token.activity_type = \(activity.attributesType)"
            : "token.purpose = \(purpose) AND token.activity = \(activity.activity)"
    }

    /// The tokens of an account that a notification with this content goes to.
    func reached(of recipient: Int64, by content: NotificationContent) throws(StorageError) -> [TokenRow] {
        try connection.all(
            """
            SELECT \(TokenTable.columns) WHERE token.recipient = \(recipient) AND \(TokenTable.condition(for: content)) \
            ORDER BY token.number
            """, TokenRow.init)
    }
}
