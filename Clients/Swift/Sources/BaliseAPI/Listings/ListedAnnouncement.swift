public import BaliseJSON

/// An announcement in a list: part of the answers of GET offers, offers/active and users/professionals/search.
///
/// Beside its own members it contains the publisher's members. These always include `title` and `description`, or for a
/// professional `firstName`, `lastName`, `email` and `userType`.
public struct ListedAnnouncement: JSONConvertible, Hashable {
    /// A member that the publisher has added.
    public struct Member: Hashable, Sendable {
        /// The name of the member in the list.
        public let name: String
        /// The member's value as a JSON text.
        public let text: String

        /// Creates a member with any value.
        public init(_ name: String, _ value: JSONValue) { (self.name, text) = (name, value.literal) }

        /// Creates a member with an object.
        public init(_ name: String, _ object: JSONObject) {
            (self.name, text) = (name, String(decoding: object.bytes, as: UTF8.self))
        }

        /// Creates a member with a truth value.
        public init(_ name: String, _ flag: Bool) { (self.name, text) = (name, flag ? "true" : "false") }

        /// Creates a member with a text.
        public init(_ name: String, _ text: String) {
            var json = JSONWriter()
            json.write(string: text)
            (self.name, self.text) = (name, String(decoding: json.bytes, as: UTF8.self))
        }

        /// The member's value, parsed; nil if the text is no JSON.
        public var value: JSONValue? { try? JSONDocument(Array(text.utf8)).root }
    }

    /// The publisher's id of the subject.
    public var id: Int64
    /// The kind of announcement.
    public var type: ListedKind
    /// The id of a category that `users/professionals/categories-tree` lists; nil if it has no category.
    public var category: String?
    /// The distance in metres from the place of the search; nil if the search named no place.
    public var distanceMeters: Double?
    /// The latitude in degrees; nil unless the announcement is a professional.
    public var latitude: Double?
    /// The longitude in degrees; nil unless the announcement is a professional.
    public var longitude: Double?
    @Flattened private var further: FurtherMembers

    /// The members that the publisher has added, each name once.
    public var details: [Member] {
        get { further.members }
        set { further.members = newValue }
    }

    public init(
        id: Int64, type: ListedKind, category: String? = nil, distanceMeters: Double? = nil, latitude: Double? = nil,
        longitude: Double? = nil, details: [Member] = []
    ) {
        (self.id, self.type, self.category) = (id, type, category)
        (self.distanceMeters, self.latitude, self.longitude) = (distanceMeters, latitude, longitude)
        further = FurtherMembers(members: details)
    }

    /// Returns the text of a detail, for example `title`; nil if the detail is missing or not a string.
    public func text(_ name: String) -> String? { details.first { $0.name == name }?.value?.string }

    /// The names of the announcement's own members. A detail cannot use them.
    public static let memberNames = Set(CodingKeys.allCases.filter { $0 != .further }.map(\.stringValue))

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case id, type, category, distanceMeters, latitude, longitude
        case further = ""
    }

    private struct FurtherMembers: Codable, Hashable {
        var members: [Member]

        init(members: [Member]) { self.members = members }

        init(from decoder: any Decoder) throws {
            let ownNames = ListedAnnouncement.memberNames
            let all = try decoder.jsonValue().members.map(Array.init) ?? []
            members = all.filter { !ownNames.contains($0.name) }.map { Member($0.name, $0.value) }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: MemberName.self)
            for member in members { try container.encode(member, forKey: MemberName(stringValue: member.name)) }
        }
    }
}

extension ListedAnnouncement.Member: Encodable {
    /// Writes the member's value as the publisher wrote it.
    public func encode(to encoder: any Encoder) throws { try encoder.encode(json: text) }
}

/// The kinds of announcements, as named in the lists of apps.
public struct ListedKind: OpenWord {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// An offer.
    public static let offer = ListedKind(rawValue: "OFFRE")
    /// An event.
    public static let event = ListedKind(rawValue: "EVENEMENT")
    /// A professional.
    public static let professional = ListedKind(rawValue: "PROFESSIONAL")
    public static let allCases: [ListedKind] = [.offer, .event, .professional]
}

/// A category of announcements: part of the answer of GET users/professionals/categories-tree.
public struct AnnouncementCategory: JSONConvertible, Hashable {
    /// The category's id in announcements and preferences.
    public var id: String
    /// The category's name for people.
    public var name: String
    /// The subcategories: always empty.
    public var subCategories: [String]

    public init(id: String, name: String, subCategories: [String]) {
        (self.id, self.name, self.subCategories) = (id, name, subCategories)
    }
}
