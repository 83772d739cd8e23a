public import BaliseJSON

/// The answer of POST notifications/{id}/read and notifications/read-all.
public struct MarkReadResponse: JSONConvertible, Hashable {
    private var success = AlwaysTrue()
    /// For people.
    public var message: String
    /// The number of entries that are unread now.
    public var unreadCount: Int
    private var data = EmptyObject()

    /// Makes a body of these members.
    public init(message: String, unreadCount: Int) {
        self.message = message
        self.unreadCount = unreadCount
    }
}
