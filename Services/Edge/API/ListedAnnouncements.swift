import BaliseAPI
import BaliseJSON
import Models

extension ListedAnnouncement {
    /// Returns nil for an id that is no whole number, and for a category that the app does not know. The members that
    /// the app's decoder requires are always present. The publisher's details only add members.
    init?(_ found: FindAnnouncements.SearchResult, categories: ListedCategories = .standard) {
        let (page, announcement) = (found.page, found.page.announcement)
        guard let id = announcement.subject.wholeNumber else { return nil }
        if let category = announcement.category, !categories.contains(category) { return nil }
        let place = announcement.type == .professional ? page.place : nil
        let own = page.ownTexts
        let ownNames = Set(own.map(\.name))
        var details = own
        let published = page.details.flatMap { JSONDetails($0) }?.value
        let further = published.map { ListedField.taken(of: $0, categories) } ?? []
        details += further.filter { !ownNames.contains($0.name) }
        let names = Set(details.map(\.name))
        details += page.substitutes.filter { !names.contains($0.name) }
        self.init(
            id: id, type: ListedKind(announcement.type), category: announcement.category,
            distanceMeters: found.distance, latitude: place?.latitude, longitude: place?.longitude, details: details)
    }
}

extension AnnouncedPage {
    fileprivate var ownTexts: [ListedAnnouncement.Member] {
        switch announcement.type {
        case .professional:
            Self.members([
                ("establishmentName", announcement.title), ("establishmentDescription", announcement.body),
                ("userType", "PROFESSIONAL"),
            ])
        default:
            Self.members([
                ("title", announcement.title), ("description", announcement.body), ("status", "ACTIVE"),
                ("startDate", startsAt.map { RFC3339.text(of: $0.date) }),
                ("endDate", expiresAt.map { RFC3339.text(of: $0.date) }),
            ])
        }
    }

    fileprivate var substitutes: [ListedAnnouncement.Member] {
        switch announcement.type {
        case .professional: Self.members([("firstName", announcement.title ?? ""), ("lastName", ""), ("email", "")])
        default: Self.members([("title", ""), ("description", "")])
        }
    }

    private static func members(_ texts: [(name: String, text: String?)]) -> [ListedAnnouncement.Member] {
        texts.compactMap { name, text in text.map { ListedAnnouncement.Member(name, $0) } }
    }
}

extension ListedKind {
    fileprivate init(_ type: AnnouncementType) {
        switch type {
        case .offer: self = .offer
        case .professional: self = .professional
        default: self = .event
        }
    }
}

/// The configured categories. If an app gets a category that it does not know, it cannot decode the whole list.
struct ListedCategories: Sendable {
    /// The names in the order of display.
    let names: [String]

    /// The categories of the ALL IN app: the default of `preferences.categories`.
    static let standard = ListedCategories(names: [
        "SANTE_BIEN_ETRE", "BEAUTE_ESTHETIQUE", "FOOD_PLAISIRS", "LOISIRS_DIVERTISSEMENTS", "SERVICE_PRATIQUES",
        "ENTRE_PROS",
    ])

    private static let labels = [
        "SANTE_BIEN_ETRE": "Santé & bien être", "BEAUTE_ESTHETIQUE": "Beauté & Esthétique",
        "FOOD_PLAISIRS": "Food & plaisirs gourmands", "LOISIRS_DIVERTISSEMENTS": "Loisirs & Divertissements",
        "SERVICE_PRATIQUES": "Service & pratiques", "ENTRE_PROS": "Entre pros",
    ]

    func contains(_ name: String) -> Bool { names.contains(name) }

    /// Returns the label of a category. An operator's category gets it from the name: `BIO_FOOD` becomes "Bio food".
    func label(of name: String) -> String {
        if let label = ListedCategories.labels[name] { return label }
        let words = name.lowercased().replacing("_", with: " ")
        return words.prefix(1).uppercased() + words.dropFirst()
    }
}

/// The type that the app's decoder accepts for a known member. A member of another type would make the whole list
/// undecodable, so the member is left out. Unknown members are shown unchanged, so a new member needs a row here only
/// if its type matters. Names that look like a right, or like a part of the object itself, are left out at every depth.
enum ListedField: Sendable {
    case text, number, integer, flag, category, professional
    /// The edge writes this member itself, or the type that the decoder accepts is unknown.
    case never

    /// The announcement's own members are left out of the details, because they would appear twice.
    private static let known = ListedAnnouncement.memberNames.reduce(into: ofDetails) { $0[$1] = .never }

    private static let ofDetails: [String: ListedField] = [
        "subscriptionPlan": .never,
        "title": .text, "description": .text, "startDate": .text, "endDate": .text, "status": .text,
        "professionalName": .text, "city": .text, "imageUrl": .text, "email": .text, "firstName": .text,
        "lastName": .text, "userType": .text, "address": .text, "postalCode": .text, "birthDate": .text,
        "subscriptionType": .text, "profession": .text, "referralCode": .text, "phoneNumber": .text, "website": .text,
        "instagram": .text, "openingHours": .text, "establishmentName": .text, "establishmentDescription": .text,
        "establishmentImageUrl": .text, "reduction": .text, "discount": .text, "subCategory": .text,
        "price": .number, "averageRating": .number, "professionalId": .integer, "reviewCount": .integer,
        "featured": .flag, "isClub10": .flag, "hasConnectedBefore": .flag, "professional": .professional,
    ]

    private static let knownOfProfessional: [String: ListedField] = known.merging([
        "id": .integer, "category": .category, "type": .text, "latitude": .number, "longitude": .number,
        "professional": .never,
    ]) { $1 }

    static func taken(of details: JSONValue, _ categories: ListedCategories) -> [ListedAnnouncement.Member] {
        taken(of: details, known, categories).map { member in
            if let flag = flag(member, known) { return ListedAnnouncement.Member(member.name, flag) }
            guard case .professional? = known[member.name] else {
                return ListedAnnouncement.Member(member.name, member.value)
            }
            var json = JSONObject()
            for inner in taken(of: member.value, knownOfProfessional, categories) {
                if let flag = flag(inner, knownOfProfessional) {
                    json.set(inner.name, flag)
                } else {
                    json.set(inner.name, json: inner.value.literal)
                }
            }
            return ListedAnnouncement.Member(member.name, json)
        }
    }

    private static func flag(_ member: (name: String, value: JSONValue), _ known: [String: ListedField]) -> Bool? {
        guard case .flag? = known[member.name] else { return nil }
        return member.value.lenientFlag
    }

    private static func taken(
        of object: JSONValue, _ known: [String: ListedField], _ categories: ListedCategories
    ) -> [(name: String, value: JSONValue)] {
        guard let members = object.members else { return [] }
        var names: Set<ExactText> = []
        return members.filter { member in
            member.value.kind != .null && (known[member.name]?.takes(member.value, categories) ?? isHarmless(member))
                && names.insert(ExactText(member.name)).inserted
        }
    }

    /// The names that have a meaning in every JavaScript object, so they must not be members.
    private static let partsOfObjects: Set<String> = ["__proto__", "constructor", "prototype"]

    private static func isHarmless(_ member: (name: String, value: JSONValue)) -> Bool {
        !partsOfObjects.contains(member.name) && !ProfileFieldNames.granted.contains(member.name)
            && hasValue(member.value) && holdsNoPartsOfObjects(member.value)
    }

    private static func holdsNoPartsOfObjects(_ value: JSONValue) -> Bool {
        switch value.kind {
        case .object:
            value.members?.allSatisfy { !partsOfObjects.contains($0.name) && holdsNoPartsOfObjects($0.value) } ?? true
        case .array: value.elements?.allSatisfy(holdsNoPartsOfObjects) ?? true
        case .null, .bool, .number, .string: true
        }
    }

    private func takes(_ value: JSONValue, _ categories: ListedCategories) -> Bool {
        switch self {
        case .text: value.kind == .string
        case .number: value.kind == .number && ListedField.hasValue(value)
        case .integer: value.kind == .number && Int(value.literal) != nil
        case .flag: value.lenientFlag != nil
        case .category: value.string.map(categories.contains) ?? false
        case .professional: value.kind == .object
        case .never: false
        }
    }

    /// Whether a double can hold the value. Some decoders refuse a larger number, at any depth.
    private static func hasValue(_ value: JSONValue) -> Bool { value.kind != .number || decimal(value.literal) != nil }
}
