// What DELETE auth/sessions answers.

public import BaliseJSON

/// That a person is signed out everywhere else.
public struct EndOtherSessionsResponse: JSONConvertible, Hashable {
    /// For people.
    public var message: String
    /// How many sessions have ended.
    public var revokedCount: Int

    /// Makes a body of these members.
    public init(message: String, revokedCount: Int) {
        self.message = message
        self.revokedCount = revokedCount
    }

    public init(_ json: JSONValue) throws(JSONShapeError) {
        message = try json.needed("message")
        revokedCount = try json.needed("revokedCount")
    }

    public func write(to json: inout JSONObject) {
        json.beginEnvelope(message: message)
        json.set("revokedCount", revokedCount)
        json.endEmptyEnvelope()
    }
}
