// What POST devices of the Ecovelo API answers.

public import BaliseJSON
public import Foundation

/// A push device that is reached from now on.
public struct RegisteredPushDevice: JSONConvertible, Hashable {
    /// The id of its push token.
    public var id: String
    /// `ios`, `android` or `web`.
    public var platform: String
    /// When it was registered first.
    public var createdAt: Date

    /// Makes a body of these members.
    public init(id: String, platform: String, createdAt: Date) {
        self.id = id
        self.platform = platform
        self.createdAt = createdAt
    }

    public init(_ json: JSONValue) throws(JSONShapeError) {
        id = try json.needed("id")
        platform = try json.needed("platform")
        createdAt = try json.needed("createdAt")
    }

    public func write(to json: inout JSONObject) {
        json.set("id", id)
        json.set("platform", platform)
        json.set("createdAt", createdAt)
    }
}
