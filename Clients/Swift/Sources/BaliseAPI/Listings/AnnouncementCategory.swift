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
}
