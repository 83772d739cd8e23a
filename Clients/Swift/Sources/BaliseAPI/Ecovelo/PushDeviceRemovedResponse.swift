// What DELETE devices/{token} of the Ecovelo API answers.

public import BaliseJSON

/// That a push device is reached no more.
public struct PushDeviceRemovedResponse: JSONConvertible, Hashable {
    /// Whether it was reached before.
    public var deleted: Bool

    /// Makes a body of these members.
    public init(deleted: Bool) {
        self.deleted = deleted
    }

    public init(_ json: JSONValue) throws(JSONShapeError) {
        deleted = try json.needed("deleted")
    }

    public func write(to json: inout JSONObject) {
        json.set("deleted", deleted)
    }
}
