// An account as its owner sees it: its names, its person's details, and when and from where it was used.

/// An account as its owner sees it.
public struct AccountProfile: Codable, Sendable {
    public var account: AccountID
    /// Counts accounts from 1 up, for the apps that know their users by a number.
    public var number: Int64
    public var status: AccountStatus
    public var names: AccountNames
    public var details: ProfileDetails
    public var createdAt: UnixTime
    public var updatedAt: UnixTime
    /// Where and with what the account was made; nil fields where the sign-in method keeps none.
    public var registration: RegistrationRecord
    public var lastLogin: LoginRecord
    /// When the password was last set; nil for an account without one.
    public var passwordChangedAt: UnixTime?
    /// When the person was first recognised by a verified token of an identity provider; nil for never.
    public var verifiedAt: UnixTime?
    /// As an identity provider says; no name to sign in with, and not unique.
    public var contactEmail: Personal<String>?
    /// In E.164 form; shown by its person, or vouched for by an identity provider. No name to sign in with, and not
    /// unique.
    public var verifiedPhone: Personal<String>?
    public var phoneVerifiedAt: UnixTime?
    /// When the account is erased, as its person asked; nil when it is not to be.
    public var erasesAt: UnixTime?
    /// When the person last showed that the present e-mail address is theirs; nil when they have not.
    public var emailVerifiedAt: UnixTime?
    /// Whether an identity provider has verified `contactEmail`; nil for no.
    public var contactEmailIsVerified: Bool?

    // 17 was a Bool in the reply to `ConfirmEmail`.
    enum CodingKeys: Int, CodingKey {
        case account = 0, number, status, names, details, createdAt, updatedAt, registration, lastLogin,
            passwordChangedAt, verifiedAt, contactEmail, verifiedPhone, phoneVerifiedAt, erasesAt,
            emailVerifiedAt, contactEmailIsVerified
    }

    public init(
        account: AccountID, number: Int64, status: AccountStatus, names: AccountNames, details: ProfileDetails,
        createdAt: UnixTime, updatedAt: UnixTime, registration: RegistrationRecord = RegistrationRecord(),
        lastLogin: LoginRecord = LoginRecord(), passwordChangedAt: UnixTime? = nil, verifiedAt: UnixTime? = nil,
        contactEmail: Personal<String>? = nil, verifiedPhone: Personal<String>? = nil,
        phoneVerifiedAt: UnixTime? = nil, erasesAt: UnixTime? = nil, emailVerifiedAt: UnixTime? = nil,
        contactEmailIsVerified: Bool? = nil
    ) {
        self.account = account
        self.number = number
        self.status = status
        self.names = names
        self.details = details
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.registration = registration
        self.lastLogin = lastLogin
        self.passwordChangedAt = passwordChangedAt
        self.verifiedAt = verifiedAt
        self.contactEmail = contactEmail
        self.verifiedPhone = verifiedPhone
        self.phoneVerifiedAt = phoneVerifiedAt
        self.erasesAt = erasesAt
        self.emailVerifiedAt = emailVerifiedAt
        self.contactEmailIsVerified = contactEmailIsVerified
    }
}

/// Whether an account can be used.
public enum AccountStatus: String, Codable, Sendable, CaseIterable {
    case active
    /// An operator has closed it, or its person has asked for its erasure and may still take that back: nobody signs in,
    /// its sessions have ended, what it holds stays.
    case disabled
}

/// What a person signs in with beside the password. Each is unique among the accounts, without regard to case.
public struct AccountNames: Codable, Hashable, Sendable {
    public var username: String?
    public var email: Personal<String>?
    /// In E.164 form where the client gave it so, for example `+33612345678`.
    public var phone: Personal<String>?

    enum CodingKeys: Int, CodingKey { case username = 0, email, phone }

    public init(username: String? = nil, email: Personal<String>? = nil, phone: Personal<String>? = nil) {
        self.username = username
        self.email = email
        self.phone = phone
    }
}

/// Where and with what an account was made; kept only where the sign-in method's policy allows it.
public struct RegistrationRecord: Codable, Hashable, Sendable {
    /// The user agent.
    public var device: String?
    /// `City, Country`, or the one of them that is known.
    public var location: Personal<String>?
    public var country: Personal<String>?

    enum CodingKeys: Int, CodingKey { case device = 0, location, country }

    public init(device: String? = nil, location: Personal<String>? = nil, country: Personal<String>? = nil) {
        self.device = device
        self.location = location
        self.country = country
    }
}

/// The latest sign-in; all but the moment is kept only where the sign-in method's policy allows it.
public struct LoginRecord: Codable, Hashable, Sendable {
    public var at: UnixTime?
    /// The user agent.
    public var device: String?
    /// `City, Country`, or the one of them that is known.
    public var location: Personal<String>?
    public var ip: Personal<String>?

    enum CodingKeys: Int, CodingKey { case at = 0, device, location, ip }

    public init(
        at: UnixTime? = nil, device: String? = nil, location: Personal<String>? = nil, ip: Personal<String>? = nil
    ) {
        self.at = at
        self.device = device
        self.location = location
        self.ip = ip
    }
}
