// An offer, an event or a professional, as GET offers, offers/active and users/professionals/search list them.

public import BaliseJSON

/// What is announced, as apps list it.
///
/// Beside its own members it has those that its publisher said of it, among them always `title` and `description`, or
/// `firstName`, `lastName`, `email` and `userType` of a professional.
public struct ListedAnnouncement: JSONConvertible, Hashable {
    /// A member that the publisher has given.
    public struct Member: Hashable, Sendable {
        /// The name of the member.
        public let name: String
        /// Its value as a JSON text.
        public let text: String

        /// A member with any value.
        public init(_ name: String, _ value: JSONValue) {
            self.name = name
            text = value.literal
        }

        /// A member with an object.
        public init(_ name: String, _ object: JSONObject) {
            self.name = name
            text = String(decoding: object.bytes, as: UTF8.self)
        }

        /// A member with a truth value.
        public init(_ name: String, _ flag: Bool) {
            self.name = name
            text = flag ? "true" : "false"
        }

        /// A member with a text.
        public init(_ name: String, _ text: String) {
            var json = JSONWriter()
            json.write(string: text)
            self.name = name
            self.text = String(decoding: json.bytes, as: UTF8.self)
        }

        /// The value, for reading it.
        public var value: JSONValue? { try? JSONDocument(Array(text.utf8)).root }
    }

    /// What the publisher calls it.
    public var id: Int64
    /// What kind of thing it is.
    public var type: ListedKind
    /// One of the categories that `users/professionals/categories-tree` lists; nil for none.
    public var category: String?
    /// How far it is from where the app searches; nil when the app did not say where that is.
    public var distanceMeters: Double?
    /// Degrees; only a professional has them.
    public var latitude: Double?
    /// Degrees; only a professional has them.
    public var longitude: Double?
    /// What the publisher said besides, each name once.
    public var details: [Member]

    /// Makes a body of these members; nil leaves one out.
    public init(
        id: Int64, type: ListedKind, category: String? = nil, distanceMeters: Double? = nil, latitude: Double? = nil,
        longitude: Double? = nil, details: [Member] = []
    ) {
        self.id = id
        self.type = type
        self.category = category
        self.distanceMeters = distanceMeters
        self.latitude = latitude
        self.longitude = longitude
        self.details = details
    }

    public init(_ json: JSONValue) throws(JSONShapeError) {
        id = try json.needed("id")
        type = try json.needed("type")
        category = try json.optional("category")
        distanceMeters = try json.optional("distanceMeters")
        latitude = try json.optional("latitude")
        longitude = try json.optional("longitude")
        details =
            json.members.map { members in
                members.filter { !ListedAnnouncement.ownNames.contains($0.name) }.map { Member($0.name, $0.value) }
            } ?? []
    }

    public func write(to json: inout JSONObject) {
        json.set("id", id)
        json.set("type", type)
        json.set("category", category)
        json.set("distanceMeters", distanceMeters)
        json.set("latitude", latitude)
        json.set("longitude", longitude)
        for member in details { json.set(member.name, json: member.text) }
    }

    /// The text of a detail, for example `title`; nil when there is none, or it is no text.
    public func text(_ name: String) -> String? { details.first { $0.name == name }?.value?.string }

    private static let ownNames: Set<String> = [
        "id", "type", "category", "distanceMeters", "latitude", "longitude",
    ]
}
