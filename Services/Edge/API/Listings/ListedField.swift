import BaliseAPI
import BaliseJSON
import Models

/// The type that the app's decoder accepts for a known member. A member of another type would make the whole list
/// undecodable, so it is left out. Unknown members are shown unchanged: a new member of `details` needs a row here only if
/// its type matters. Names that look like a right, or like a part of the object itself, are left out at every depth.
enum ListedField: Sendable {
    case text, number, integer, flag, category, professional
    /// The edge writes this member itself, or the type that the decoder accepts is unknown.
    case never

    /// The announcement's own members would otherwise appear twice.
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

    /// Names with a meaning in every JavaScript object.
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

    /// False for a number beyond the range of a double; some decoders refuse it at any depth.
    private static func hasValue(_ value: JSONValue) -> Bool {
        value.kind != .number || decimal(value.literal) != nil
    }
}
