// The envelope in which most answers of the API come.

public import BaliseJSON

/// An answer that comes in an envelope: `success`, sometimes a `message` for people, and what was asked for in `data`.
///
/// `success` says nothing that the status does not say, so it is written and not read.
public struct ResponseEnvelope<Content: JSONConvertible>: JSONConvertible {
    /// For people; nil for none.
    public var message: String?
    /// What was asked for.
    public var data: Content

    /// Puts something into an envelope.
    public init(_ data: Content, message: String? = nil) {
        self.message = message
        self.data = data
    }

    public init(_ json: JSONValue) throws(JSONShapeError) {
        message = try json.optional("message")
        data = try json.needed("data")
    }

    public func write(to json: inout JSONObject) {
        json.beginEnvelope(message: message)
        json.set("data", data)
    }
}

extension ResponseEnvelope: Equatable where Content: Equatable {}
extension ResponseEnvelope: Hashable where Content: Hashable {}

extension JSONObject {
    /// Sets what every envelope begins with.
    mutating func beginEnvelope(message: String? = nil) {
        set("success", true)
        set("message", message)
    }

    /// Ends the envelope of an answer that has nothing to give: an object without members, which an app can read as
    /// whatever type it expects there.
    mutating func endEmptyEnvelope() { set("data", JSONObject()) }
}
