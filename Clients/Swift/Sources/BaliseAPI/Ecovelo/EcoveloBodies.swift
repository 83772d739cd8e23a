public import BaliseJSON
public import Foundation

/// A user of the web app: the answer of users/me and cyclists of the Ecovelo API. Only `id` and `status` are set while
/// the profile is unavailable, and after an erasure.
public struct EcoveloCyclist: JSONConvertible, Hashable {
    /// The account's id.
    public var id: String
    /// Whether the user can use the service.
    public var status: EcoveloCyclistStatus
    /// The user's e-mail address.
    public var email: String?
    /// The user's given name.
    public var firstName: String?
    /// The user's family name.
    public var lastName: String?
    /// The phone number with its country code, for example `+33612345678`.
    public var phone: String?
    /// Whether the phone number is verified.
    public var phoneVerified: Bool?
    /// The user's language, a BCP 47 tag.
    public var locale: String?
    /// The program (tenant) of the call.
    public var program: String?
    /// When the account was created.
    public var createdAt: Date?

    public init(
        id: String, status: EcoveloCyclistStatus, email: String? = nil, firstName: String? = nil,
        lastName: String? = nil, phone: String? = nil, phoneVerified: Bool? = nil, locale: String? = nil,
        program: String? = nil, createdAt: Date? = nil
    ) {
        (self.id, self.status, self.email, self.firstName) = (id, status, email, firstName)
        (self.lastName, self.phone, self.phoneVerified) = (lastName, phone, phoneVerified)
        (self.locale, self.program, self.createdAt) = (locale, program, createdAt)
    }
}

/// The web app's word for the state of a user.
public struct EcoveloCyclistStatus: OpenWord {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The phone number is verified, or the profile is unavailable.
    public static let active = EcoveloCyclistStatus(rawValue: "active")
    /// The user has no verified phone number.
    public static let unconfirmed = EcoveloCyclistStatus(rawValue: "unconfirmed")
    /// The account is to be erased, and the user may still cancel that.
    public static let deletionRequested = EcoveloCyclistStatus(rawValue: "deletion_requested")
    /// The account is erased.
    public static let deleted = EcoveloCyclistStatus(rawValue: "deleted")
    public static let allCases: [EcoveloCyclistStatus] = [.active, .unconfirmed, .deletionRequested, .deleted]
}

/// A program (tenant) that can use this server.
public struct EcoveloProgram: JSONConvertible, Hashable {
    /// The value of the header `program`.
    public var id: String

    public init(id: String) { self.id = id }
}

/// The programs that can use this server: the answer of GET programs of the Ecovelo API.
public struct EcoveloProgramList: JSONConvertible, Hashable {
    /// The programs, all of them.
    public var programs: [EcoveloProgram]
    /// Always false: the list is complete.
    public var hasMore: Bool

    public init(programs: [EcoveloProgram], hasMore: Bool) { (self.programs, self.hasMore) = (programs, hasMore) }

    private enum CodingKeys: String, CodingKey {
        case programs = "data"
        case hasMore = "has_more"
    }
}

/// A phone number to verify: the body of POST users/me/phone and cyclists of the Ecovelo API.
public struct SendPhoneCodeRequest: JSONOpenObject, JSONAliases, Hashable {
    /// The phone number with its country code, for example `+33612345678`.
    public var phoneNumber: String

    public init(phoneNumber: String) { self.phoneNumber = phoneNumber }

    public static let otherNames = [CodingKeys.phoneNumber.stringValue: ["phone_number", "phone"]]
}

/// The number to which a code was sent: the answer of POST users/me/phone and cyclists of the Ecovelo API.
public struct SendPhoneCodeResponse: JSONConvertible, Hashable {
    /// The account's id.
    public var id: String
    /// The number in its normalised form.
    public var phone: String
    /// Whether the number is verified; false until the code is confirmed.
    public var phoneVerified: Bool
    /// When the code expires.
    public var expiresAt: Date
    /// When another code may be requested.
    public var nextAt: Date

    public init(id: String, phone: String, phoneVerified: Bool, expiresAt: Date, nextAt: Date) {
        (self.id, self.phone, self.phoneVerified) = (id, phone, phoneVerified)
        (self.expiresAt, self.nextAt) = (expiresAt, nextAt)
    }
}

/// The code sent to the user's phone: the body of POST users/me/phone/confirm and cyclists/confirm (Ecovelo).
public struct ConfirmPhoneRequest: JSONOpenObject, Hashable {
    /// The digits of the code.
    public var code: SecretText

    public init(code: SecretText) { self.code = code }
}

/// A push token: the body of POST devices of the Ecovelo API. The server reads the platform from the headers.
public struct RegisterPushDeviceRequest: JSONBounded, JSONOpenObject, Hashable {
    /// The token from APNs or FCM.
    public var token: SecretText

    public static let bounds: [TextBound<RegisterPushDeviceRequest>] = [
        TextBound(CodingKeys.token, RegisterPushTokenRequest.tokenLengths) { $0.token.value }
    ]
}

/// A registered push device: the answer of POST devices of the Ecovelo API.
public struct RegisteredPushDevice: JSONConvertible, Hashable {
    /// The id of the device's push token.
    public var id: String
    /// The device's platform: `ios`, `android` or `web`.
    public var platform: String
    /// When the token was first registered.
    public var createdAt: Date

    public init(id: String, platform: String, createdAt: Date) {
        (self.id, self.platform, self.createdAt) = (id, platform, createdAt)
    }
}

/// Whether a push token was removed: the answer of DELETE devices/{token} of the Ecovelo API.
public struct PushDeviceRemovedResponse: JSONConvertible, Hashable {
    /// Whether the device was registered.
    public var deleted: Bool

    public init(deleted: Bool) { self.deleted = deleted }
}
