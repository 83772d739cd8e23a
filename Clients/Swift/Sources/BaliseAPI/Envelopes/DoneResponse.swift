// What calls answer that only do something.

public import BaliseJSON

/// That something was done.
public struct DoneResponse: JSONConvertible, Hashable {
    /// For people.
    public var message: String

    /// Makes a body of these members.
    public init(message: String) {
        self.message = message
    }

    public init(_ json: JSONValue) throws(JSONShapeError) {
        message = try json.needed("message")
    }

    public func write(to json: inout JSONObject) {
        json.beginEnvelope(message: message)
        json.endEmptyEnvelope()
    }
}
