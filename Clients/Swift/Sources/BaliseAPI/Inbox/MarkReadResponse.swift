// What POST notifications/{id}/read and notifications/read-all answer.

public import BaliseJSON

/// That something is marked as read.
public struct MarkReadResponse: JSONConvertible, Hashable {
    /// For people.
    public var message: String
    /// How many entries are unread now.
    public var unreadCount: Int

    /// Makes a body of these members.
    public init(message: String, unreadCount: Int) {
        self.message = message
        self.unreadCount = unreadCount
    }

    public init(_ json: JSONValue) throws(JSONShapeError) {
        message = try json.needed("message")
        unreadCount = try json.needed("unreadCount")
    }

    public func write(to json: inout JSONObject) {
        json.beginEnvelope(message: message)
        json.set("unreadCount", unreadCount)
        json.endEmptyEnvelope()
    }
}
