// What POST notifications/{id}/read and notifications/read-all answer.

public import BaliseJSON

/// That something is marked as read.
public struct MarkReadResponse: JSONConvertible, Hashable {
    private var success = AlwaysTrue()
    /// For people.
    public var message: String
    /// How many entries are unread now.
    public var unreadCount: Int
    private var data = EmptyObject()

    /// Makes a body of these members.
    public init(message: String, unreadCount: Int) {
        self.message = message
        self.unreadCount = unreadCount
    }
}
