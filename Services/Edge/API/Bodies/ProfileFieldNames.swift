import BaliseAPI
import BaliseJSON
import Models

/// The members of a profile that belong to the app. Other members are neither stored nor shown, because a user must not
/// be able to set what an app learns only from a server, such as purchases, awards and rights.
struct ProfileFieldNames: Sendable {
    /// New fields are added here and in docs/reference/accounts.md. `api.profileFields` adds names on one installation.
    private static let builtIn: Set<String> = [
        "displayName", "bio", "avatar", "banner", "gender", "birthDate", "timezone", "country", "city", "region",
        "address", "postalCode", "latitude", "longitude", "profession", "category", "subCategory", "referralCode",
        "referredBy", "subscriptionType", "phoneCountryCode", "systemLanguage", "regionalLanguage",
        "customDestinationLanguage", "autoTranslateEnabled", "establishmentName", "establishmentDescription",
        "establishmentImageUrl",
        "profilePicture", "openingHours", "website", "instagram", "facebook",
    ]

    /// Names that no setting can add, because a user must not grant these values.
    static let granted: Set<String> = [
        "role", "roles", "isAdmin", "admin", "permissions", "emailVerified", "emailVerifiedAt", "userType", "premium",
        "isPremium", "premiumEnabled", "card", "cardActive", "member", "walletBalance", "payments", "referralCount",
        "favoriteCount", "subscriptionDate", "renewalDate", "subscriptionAmount", "subscriptionPlan",
        "cardValidityDate", "planDuration", "notificationPreference", "isClub10", "isActive", "isVerified", "status",
    ]

    /// The fields that are read as numbers even if an app sends them as texts.
    private static let numbers: Set<String> = ["latitude", "longitude"]

    private let names: Set<ExactText>

    init(adding added: [String] = []) {
        let all = ProfileFieldNames.builtIn.union(added).subtracting(ProfileFieldNames.granted)
            .subtracting(ProfileFields.reservedNames)
        names = Set(all.map { ExactText($0) })
    }

    func allow(_ name: String, _ value: ProfileValue) -> Bool {
        guard names.contains(ExactText(name)) else { return false }
        // An app sends `FREE` at registration. It is the only subscription that needs no payment.
        return name != "subscriptionType" || value == .text("FREE") || value == .null
    }

    /// Throws 400 for unknown members. Values that only a server grants are ignored: an app sends back what it reads.
    func checkNames(of body: JSONValue) throws(EdgeError) {
        let passed = ProfileFieldNames.granted.union(ProfileFields.reservedNames)
        let unknown = (body.members?.map(\.name) ?? []).filter { name in
            !names.contains(ExactText(name)) && !passed.containsExactly(name)
        }
        guard !unknown.isEmpty else { return }
        throw EdgeError(
            unknown.prefix(WrongMembers.maximumCount).map { name in
                let nearest = NearestName.of(name, among: names.map(\.text).sorted())
                let advice = nearest.map { "is not known; did you mean \($0)?" }
                return WrongMember(
                    name,
                    "The member \(shownName(name)) "
                        + (advice ?? "is not kept; the operator can add it to api.profileFields."))
            })
    }

    /// Returns fields, without objects, arrays and forbidden values. `keepsNull` keeps `null`, which removes a field.
    func read(_ body: JSONValue, keepsNull: Bool) throws(EdgeError) -> [String: Personal<ProfileValue>] {
        var fields: [String: Personal<ProfileValue>] = [:]
        guard let members = body.members else { return [:] }
        for (name, value) in members {
            guard let kept = try ProfileFieldNames.value(value, of: name), keepsNull || kept != .null, allow(name, kept)
            else { continue }
            fields[name] = Personal(kept)
        }
        return fields
    }

    private static func value(_ value: JSONValue, of name: String) throws(EdgeError) -> ProfileValue? {
        if numbers.contains(name) {
            if let number = value.lenientNumber { return .number(number) }
            guard value.isNumberOrNothing else {
                throw .invalid("The member \(name) has to be a number such as 48.5.", field: name)
            }
        }
        switch value.kind {
        case .null: return .null
        case .bool: return value.bool.map(ProfileValue.flag)
        case .string: return value.string.map(ProfileValue.text)
        case .number:
            guard let number = decimal(value.literal) else {
                throw .invalid("The member \(name) is out of range; give a smaller number.", field: name)
            }
            return .number(number)
        case .array, .object: return nil
        }
    }
}

extension JSONValue {
    /// Whether this is a number, a number as text, or nothing. Apps send an empty text for an empty field.
    fileprivate var isNumberOrNothing: Bool {
        switch kind {
        case .null, .number: return true
        case .string: return string.map { $0.isEmpty || decimal($0) != nil } ?? false
        case .bool, .array, .object: return false
        }
    }
}
