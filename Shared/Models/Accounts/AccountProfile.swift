/// An account as its user sees it. Stored by the identity service.
public struct AccountProfile: Codable, Sendable {
    public var account: AccountID
    /// The account's number, from 1, for apps that identify users by number.
    public var number: Int64
    public var status: AccountStatus
    public var names: AccountNames
    public var details: ProfileDetails
    public var createdAt: UnixTime
    public var updatedAt: UnixTime
    /// The circumstances of the registration. Members that the sign-in method does not store are nil.
    public var registration: RegistrationRecord
    public var lastLogin: LoginRecord
    public var passwordChangedAt: UnixTime?
    /// When an identity provider first vouched for the user with a verified token; nil if no provider has.
    public var vouchedAt: UnixTime?
    /// The e-mail address that an identity provider reported, if any. It signs no user in; several accounts may have
    /// it.
    public var contactEmail: Personal<String>?
    /// A phone number in E.164 form that the user confirmed or an identity provider verified. Users cannot sign in with
    /// it, and several accounts may have it.
    public var verifiedPhone: Personal<String>?
    public var phoneVerifiedAt: UnixTime?
    public var erasesAt: UnixTime?
    /// When the user last confirmed the current e-mail address; nil if it is not confirmed.
    public var emailVerifiedAt: UnixTime?
    public var contactEmailIsVerified: Bool?
    /// The account's sign-in methods; only in the reply to `FindAccount`.
    public var methods: [AuthenticationMethod]?

    // Field 17 is not reused: it was a Bool in the reply to `ConfirmEmail`.
    enum CodingKeys: Int, CodingKey {
        case account = 0, number, status, names, details, createdAt, updatedAt, registration, lastLogin,
            passwordChangedAt, vouchedAt, contactEmail, verifiedPhone, phoneVerifiedAt, erasesAt,
            emailVerifiedAt, contactEmailIsVerified, methods = 18
    }

    public init(
        account: AccountID, number: Int64, status: AccountStatus, names: AccountNames, details: ProfileDetails,
        createdAt: UnixTime, updatedAt: UnixTime, registration: RegistrationRecord = RegistrationRecord(),
        lastLogin: LoginRecord = LoginRecord(), passwordChangedAt: UnixTime? = nil, vouchedAt: UnixTime? = nil,
        contactEmail: Personal<String>? = nil, verifiedPhone: Personal<String>? = nil,
        phoneVerifiedAt: UnixTime? = nil, erasesAt: UnixTime? = nil, emailVerifiedAt: UnixTime? = nil,
        contactEmailIsVerified: Bool? = nil, methods: [AuthenticationMethod]? = nil
    ) {
        (self.account, self.number) = (account, number)
        (self.status, self.names, self.details, self.createdAt) = (status, names, details, createdAt)
        (self.updatedAt, self.registration, self.lastLogin) = (updatedAt, registration, lastLogin)
        (self.passwordChangedAt, self.vouchedAt) = (passwordChangedAt, vouchedAt)
        (self.contactEmail, self.verifiedPhone) = (contactEmail, verifiedPhone)
        (self.phoneVerifiedAt, self.erasesAt) = (phoneVerifiedAt, erasesAt)
        (self.emailVerifiedAt, self.contactEmailIsVerified) = (emailVerifiedAt, contactEmailIsVerified)
        self.methods = methods
    }
}

/// Whether a user can sign in to an account.
public struct AccountStatus: OpenWord {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let active = AccountStatus(rawValue: "active")
    /// An operator closed the account, or its user asked for an erasure that can still be cancelled. Balise refuses
    /// sign-ins and ends the sessions, but keeps the data.
    public static let disabled = AccountStatus(rawValue: "disabled")
    public static let allCases: [AccountStatus] = [.active, .disabled]
}

/// The names that a user can sign in with. No two accounts have the same name, ignoring case.
public struct AccountNames: Codable, Hashable, Sendable {
    public var username: String?
    public var email: Personal<String>?
    /// The phone number, in E.164 form if the client sent it so, for example `+33612345678`; nil if none.
    public var phone: Personal<String>?

    enum CodingKeys: Int, CodingKey {
        case username = 0, email, phone

        var stringValue: String {
            switch self {
            case .username: "username"
            case .email: "email"
            case .phone: "phoneNumber"
            }
        }
    }

    public init(username: String? = nil, email: Personal<String>? = nil, phone: Personal<String>? = nil) {
        (self.username, self.email, self.phone) = (username, email, phone)
    }
}

/// Where and with what device an account was created. Stored only if the sign-in method's policy allows it.
public struct RegistrationRecord: Codable, Hashable, Sendable {
    public var device: String?
    /// `City, Country`, or only the part that is known; nil if none is.
    public var location: Personal<String>?
    public var country: Personal<String>?

    enum CodingKeys: Int, CodingKey { case device = 0, location, country }

    public init(device: String? = nil, location: Personal<String>? = nil, country: Personal<String>? = nil) {
        (self.device, self.location, self.country) = (device, location, country)
    }
}

/// The latest sign-in. Members other than the time are stored only if the sign-in method's policy allows it.
public struct LoginRecord: Codable, Hashable, Sendable {
    public var at: UnixTime?
    public var device: String?
    public var location: Personal<String>?
    public var ip: Personal<String>?

    enum CodingKeys: Int, CodingKey { case at = 0, device, location, ip }

    public init(
        at: UnixTime? = nil, device: String? = nil, location: Personal<String>? = nil, ip: Personal<String>? = nil
    ) {
        (self.at, self.device, self.location, self.ip) = (at, device, location, ip)
    }
}
