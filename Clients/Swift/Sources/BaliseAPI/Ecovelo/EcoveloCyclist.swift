// A person, as the calls of users/me and cyclists of the Ecovelo API answer them.

public import BaliseJSON
public import Foundation

/// A person, as the web app knows them.
///
/// Only `id` and `status` are there while the profile cannot be read, and once it is erased.
public struct EcoveloCyclist: JSONConvertible, Hashable {
    /// The account.
    public var id: String
    /// Whether the person can use the service.
    public var status: EcoveloCyclistStatus
    /// The address for electronic mail.
    public var email: String?
    /// The given name.
    public var firstName: String?
    /// The family name.
    public var lastName: String?
    /// With its country, for example `+33612345678`.
    public var phone: String?
    /// Whether the phone number was shown to be the person's.
    public var phoneVerified: Bool?
    /// A BCP 47 language tag.
    public var locale: String?
    /// The program (tenant) that the call was made for.
    public var program: String?
    /// When the account was made.
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
