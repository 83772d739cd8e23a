public import BaliseJSON
public import Foundation

/// A user of the web app: the answer of users/me and cyclists of the Ecovelo API. Only `id` and `status` are set while
/// the profile is unavailable, and after an erasure.
public struct EcoveloCyclist: JSONConvertible, Hashable {
    /// The account's id.
    public var id: String
    /// Whether the user can use the service.
    public var status: EcoveloCyclistStatus
    /// The e-mail address.
    public var email: String?
    /// The given name.
    public var firstName: String?
    /// The family name.
    public var lastName: String?
    /// With its country, for example `+33612345678`.
    public var phone: String?
    /// Whether the phone number is verified.
    public var phoneVerified: Bool?
    /// A BCP 47 language tag.
    public var locale: String?
    /// The program (tenant) of the call.
    public var program: String?
    /// When the account was created.
    public var createdAt: Date?

    /// Makes a body of these members; nil leaves one out.
    public init(
        id: String, status: EcoveloCyclistStatus, email: String? = nil, firstName: String? = nil,
        lastName: String? = nil,
        phone: String? = nil, phoneVerified: Bool? = nil, locale: String? = nil, program: String? = nil,
        createdAt: Date? = nil
    ) {
        self.id = id
        self.status = status
        self.email = email
        self.firstName = firstName
        self.lastName = lastName
        self.phone = phone
        self.phoneVerified = phoneVerified
        self.locale = locale
        self.program = program
        self.createdAt = createdAt
    }
}
