// What DELETE users/register-device-token answers.

public import BaliseJSON

/// That a push device is reached no more.
public struct RemovePushTokensResponse: JSONConvertible, Hashable {
    /// For people.
    public var message: String
    /// How many tokens there were.
    public var deletedCount: Int

    /// Makes a body of these members.
    public init(message: String, deletedCount: Int) {
        self.message = message
        self.deletedCount = deletedCount
    }

    public init(_ json: JSONValue) throws(JSONShapeError) {
        message = try json.needed("message")
        deletedCount = try json.needed("deletedCount")
    }

    public func write(to json: inout JSONObject) {
        json.beginEnvelope(message: message)
        json.set("deletedCount", deletedCount)
        json.endEmptyEnvelope()
    }
}
