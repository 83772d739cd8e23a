// The fields of a profile that only the apps understand, on their way in.

import HTTPInterface
import Models

/// The fields of a profile that only the apps understand: they are kept as they came and given back with their types.
enum AppFields {
    /// What an app only learns from a server, since it says what its person has paid for, earned, or may do.
    private static let grantedNames: Set<String> = [
        "role", "card", "cardActive", "premiumEnabled", "member", "walletBalance", "payments", "referralCount",
        "favoriteCount", "subscriptionDate", "renewalDate", "subscriptionAmount", "cardValidityDate", "planDuration",
        "notificationPreference",
    ]

    private static let numbers: Set<String> = ["latitude", "longitude"]
    private static let flags: Set<String> = ["isClub10"]

    /// The app's fields in a body. Objects and arrays are none, and are left out like what is not the client's to say.
    ///
    /// - Parameter keepsNull: Whether a `null` stands for a field that shall go.
    static func read(_ body: JSONValue, keepsNull: Bool) throws(EdgeError) -> [String: Personal<ProfileValue>] {
        var fields: [String: Personal<ProfileValue>] = [:]
        guard let members = body.members else { return [:] }
        for (name, value) in members {
            guard !name.isEmpty, !ProfileFields.reservedNames.contains(name), !grantedNames.contains(name) else {
                continue
            }
            guard let kept = try self.value(value, of: name), keepsNull || kept != .null else { continue }
            fields[name] = Personal(kept)
        }
        return fields
    }

    private static func value(_ value: JSONValue, of name: String) throws(EdgeError) -> ProfileValue? {
        if numbers.contains(name), let number = value.lenientNumber { return .number(number) }
        if flags.contains(name), let flag = value.lenientFlag { return .flag(flag) }
        switch value.kind {
        case .null: return .null
        case .bool: return value.bool.map(ProfileValue.flag)
        case .string: return value.string.map(ProfileValue.text)
        case .number:
            guard let number = decimal(value.literal) else { throw .invalid("The member \(name) is out of range.") }
            return .number(number)
        case .array, .object: return nil
        }
    }
}
