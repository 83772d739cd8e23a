// The fields of a profile that only the apps understand, on their way in and out.

import HTTPInterface
import Models

/// The fields of a profile that only the apps understand: they are kept as they came and given back with their types.
enum AppFields {
    /// Names that mean something here and so are no field of an app: what an account has itself, what calls say
    /// besides, and what an answer says around it.
    private static let ownNames: Set<String> = [
        "id", "username", "email", "phoneNumber", "firstName", "lastName", "locale", "createdAt", "updatedAt",
        "phoneVerified", "phoneVerifiedAt",
        "password", "currentPassword", "oldPassword", "newPassword", "rememberDevice", "endOtherSessions", "token",
        "sessionToken", "user", "success", "data", "error", "message", "code", "title",
    ]

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
            guard !name.isEmpty, !ownNames.contains(name), !grantedNames.contains(name) else { continue }
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

    /// Sets the fields as members, in the order of their names.
    ///
    /// - Parameter wanted: Whether a field is to be shown.
    static func write(
        _ fields: [String: Personal<ProfileValue>]?, into json: inout JSONObject,
        where wanted: (String) -> Bool = { _ in true }
    ) {
        for (name, value) in (fields ?? [:]).sorted(by: { $0.key < $1.key })
        where wanted(name) && !ownNames.contains(name) {
            switch value.value {
            case .null: break
            case .flag(let flag): json.set(name, flag)
            case .number(let number): json.set(name, number)
            case .text(let text): json.set(name, text)
            }
        }
    }
}
