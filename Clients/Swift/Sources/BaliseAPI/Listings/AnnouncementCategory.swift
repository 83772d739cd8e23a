// A category, as GET users/professionals/categories-tree lists it.

public import BaliseJSON

/// A category of what is announced.
public struct AnnouncementCategory: JSONConvertible, Hashable {
    /// What announcements and preferences say.
    public var id: String
    /// What people call it.
    public var name: String
    /// How it is divided further; empty.
    public var subCategories: [String]

    /// Makes a body of these members.
    public init(id: String, name: String, subCategories: [String]) {
        self.id = id
        self.name = name
        self.subCategories = subCategories
    }

    public init(_ json: JSONValue) throws(JSONShapeError) {
        id = try json.needed("id")
        name = try json.needed("name")
        subCategories = try json.needed("subCategories")
    }

    public func write(to json: inout JSONObject) {
        json.set("id", id)
        json.set("name", name)
        json.set("subCategories", subCategories)
    }
}
