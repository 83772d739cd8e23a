// What POST users/change-password answers.

public import BaliseJSON

/// That the password is changed.
public struct ChangePasswordResponse: JSONConvertible, Hashable {
    /// For people.
    public var message: String
    /// How many other sessions go on; nil when that is not known.
    public var otherSessions: Int?
    /// How many sessions have ended, where that was wished.
    public var endedSessions: Int?

    /// Makes a body of these members; nil leaves one out.
    public init(message: String, otherSessions: Int? = nil, endedSessions: Int? = nil) {
        self.message = message
        self.otherSessions = otherSessions
        self.endedSessions = endedSessions
    }

    public init(_ json: JSONValue) throws(JSONShapeError) {
        message = try json.needed("message")
        otherSessions = try json.optional("otherSessions")
        endedSessions = try json.optional("endedSessions")
    }

    public func write(to json: inout JSONObject) {
        json.beginEnvelope(message: message)
        json.set("otherSessions", otherSessions)
        json.set("endedSessions", endedSessions)
        json.endEmptyEnvelope()
    }
}
