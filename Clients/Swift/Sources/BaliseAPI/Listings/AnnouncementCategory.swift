public import BaliseJSON

/// A category of announcements: part of the answer of GET users/professionals/categories-tree.
public struct AnnouncementCategory: JSONConvertible, Hashable {
    /// The id in announcements and preferences.
    public var id: String
    /// The name for people.
    public var name: String
    /// Always empty.
    public var subCategories: [String]

    /// Makes a body of these members.
    public init(id: String, name: String, subCategories: [String]) {
        self.id = id
        self.name = name
        self.subCategories = subCategories
    }
}
