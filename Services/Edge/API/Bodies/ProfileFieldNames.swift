// The fields of a profile that only the apps understand, on their way in and out.

import BaliseAPI
import BaliseJSON
import Models

/// Which members of a profile belong to the app: they are kept as they came and given back with their types. All others
/// are neither kept nor shown, above all what an app only learns from a server, since it says what its person has paid
/// for, earned, or may do.
struct ProfileFieldNames: Sendable {
    /// The names that every installation keeps. A new field of an app only needs its name here, and in the list of
    /// docs/accounts.md; the setting `api.profileFields` adds names on one installation.
    private static let builtIn: Set<String> = [
        "displayName", "bio", "avatar", "banner", "gender", "birthDate", "timezone", "country", "city", "region",
        "address", "postalCode", "latitude", "longitude", "profession", "category", "subCategory", "referralCode",
        "referredBy", "subscriptionType", "phoneCountryCode", "systemLanguage", "regionalLanguage",
        "customDestinationLanguage", "autoTranslateEnabled", "establishmentName", "establishmentDescription",
        "establishmentImageUrl",
        "profilePicture", "openingHours", "website", "instagram", "facebook",
    ]

    /// Names that no setting can add: what they say is not for a person to say of themselves.
    static let granted: Set<String> = [
        "role", "roles", "isAdmin", "admin", "permissions", "emailVerified", "emailVerifiedAt", "userType", "premium",
        "isPremium", "premiumEnabled", "card", "cardActive", "member", "walletBalance", "payments", "referralCount",
        "favoriteCount", "subscriptionDate", "renewalDate", "subscriptionAmount", "subscriptionPlan",
        "cardValidityDate", "planDuration", "notificationPreference", "isClub10", "isActive", "isVerified", "status",
    ]

    /// Fields that are read as numbers also where an app writes them as texts.
    private static let numbers: Set<String> = ["latitude", "longitude"]

    private let names: Set<ExactText>

    /// - Parameter added: Names that an installation adds for its apps.
    init(adding added: [String] = []) {
        let all = ProfileFieldNames.builtIn.union(added).subtracting(ProfileFieldNames.granted)
            .subtracting(ProfileFields.reservedNames)
        names = Set(all.map { ExactText($0) })
    }

    /// Whether an app may keep this value under this name.
    func allow(_ name: String, _ value: ProfileValue) -> Bool {
        guard names.contains(ExactText(name)) else { return false }
        // The one subscription that needs no paying, which an app says when its person registers.
        return name != "subscriptionType" || value == .text("FREE") || value == .null
    }

    /// Throws 400 for members that mean nothing here. What an app learns from a server passes: an app sends back what it has
    /// read.
    func checkNames(of body: JSONValue) throws(EdgeError) {
        let passed = ProfileFieldNames.granted.union(ProfileFields.reservedNames)
        let unknown = (body.members?.map(\.name) ?? []).filter { name in
            !names.contains(ExactText(name)) && !passed.containsExactly(name)
        }
        guard let first = unknown.first else { return }
        throw EdgeError(
            sentences: unknown.prefix(JSONShapeErrors.maximumCount).map { name in
                guard let nearest = NearestName.of(name, among: names.map(\.text).sorted()) else {
                    return "The member \(shownName(name)) is not kept; the operator can add it to api.profileFields."
                }
                return "The member \(shownName(name)) is not known; did you mean \(nearest)?"
            }, field: shownName(first))
    }

    /// The app's fields in a body. Objects and arrays are none, and are left out like what is not the client's to say.
    ///
    /// - Parameter keepsNull: Whether a `null` stands for a field that shall go.
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
                throw .invalid("The member \(name) is out of range.", field: name)
            }
            return .number(number)
        case .array, .object: return nil
        }
    }
}

extension JSONValue {
    /// Whether it may stand where a number is due: a number, one as a text, or nothing. An empty text is nothing, as apps
    /// send it for a field that nobody has filled in.
    fileprivate var isNumberOrNothing: Bool {
        switch kind {
        case .null, .number: return true
        case .string: return string.map { $0.isEmpty || decimal($0) != nil } ?? false
        case .bool, .array, .object: return false
        }
    }
}
