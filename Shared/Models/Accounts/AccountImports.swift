public import BaliseJSON

/// Where imported users are from: the product whose export it is, or `balise demo`.
public struct ImportSource: OpenWord {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let firebase = ImportSource(rawValue: "firebase")
    public static let supabase = ImportSource(rawValue: "supabase")
    public static let appwrite = ImportSource(rawValue: "appwrite")
    public static let pocketbase = ImportSource(rawValue: "pocketbase")
    /// The invented people of `balise demo`.
    public static let demo = ImportSource(rawValue: "demo")
    /// The products whose exports the command line reads.
    public static let products: [ImportSource] = [.firebase, .supabase, .appwrite, .pocketbase]
    public static let allCases: [ImportSource] = products + [.demo]
}

/// A user of another product.
public struct ImportedUser: JSONConvertible, Hashable {
    /// The user's id in the other product. The identity service keeps it, so that a second import changes nothing.
    public var id: Personal<String>
    public var email: Personal<String>?
    public var emailIsVerified: Bool?
    public var username: String?
    public var phoneNumber: Personal<String>?
    public var phoneIsVerified: Bool?
    public var displayName: Personal<String>?
    /// When the user joined the other product; nil means the time of the import.
    public var createdAt: UnixTime?
    public var isDisabled: Bool?
    /// The hash with its scheme and parameters: modular crypt for bcrypt, PHC for Argon2 and scrypt, `$fbscrypt$` (the
    /// form of Supabase) for Firebase's scrypt, and Django's form for PBKDF2.
    public var passwordHash: SecretText?
    public var links: [ImportedLink]?

    enum CodingKeys: Int, CodingKey {
        case id = 0, email, emailIsVerified, username, phoneNumber, phoneIsVerified, displayName, createdAt, isDisabled,
            passwordHash, links
    }

    public init(id: String) { self.id = Personal(id) }
}

/// A user's id at an identity provider.
public struct ImportedLink: JSONConvertible, Hashable {
    /// The value of `iss` in the provider's tokens.
    public var issuer: String
    /// The value of `sub` in the provider's tokens: the user's id at the provider.
    public var subject: Personal<String>

    enum CodingKeys: Int, CodingKey { case issuer = 0, subject }

    public init(issuer: String, subject: String) { (self.issuer, self.subject) = (issuer, Personal(subject)) }
}

/// The result of an import for one user, or of its dry run.
public struct ImportOutcome: OpenWord {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let made = ImportOutcome(rawValue: "made")
    /// An earlier import made the account. This import leaves the account unchanged.
    public static let known = ImportOutcome(rawValue: "known")
    public static let refused = ImportOutcome(rawValue: "refused")
    public static let allCases: [ImportOutcome] = [.made, .known, .refused]
}

/// The result for one user of an import. It contains no personal data.
public struct ImportedUserResult: JSONConvertible, Hashable {
    public var outcome: ImportOutcome
    /// Why the user was refused; nil unless the outcome is a refusal.
    public var reason: String?
    /// Why the account has no password although the user had a hash; nil otherwise.
    public var passwordFlaw: String?
    /// The user's account; nil for a refused user.
    public var account: AccountID?

    enum CodingKeys: Int, CodingKey { case outcome = 0, reason, passwordFlaw, account }

    public init(
        _ outcome: ImportOutcome, account: AccountID? = nil, reason: String? = nil, passwordFlaw: String? = nil
    ) {
        (self.outcome, self.account, self.reason, self.passwordFlaw) = (outcome, account, reason, passwordFlaw)
    }
}

/// The results of a portion, in the order of its users: the reply to `ImportAccounts` and `PreviewAccountImport`.
public struct ImportedAccounts: JSONConvertible, Hashable {
    public var results: [ImportedUserResult]

    enum CodingKeys: Int, CodingKey { case results = 0 }

    public init(results: [ImportedUserResult]) { self.results = results }
}

/// How many accounts an import has created, how many users it already knew, and how many it refused.
public struct AccountImportCounts: JSONConvertible, Hashable {
    public var made: Int
    public var known: Int
    public var refused: Int

    enum CodingKeys: Int, CodingKey { case made = 0, known, refused }

    public init(made: Int = 0, known: Int = 0, refused: Int = 0) {
        (self.made, self.known, self.refused) = (made, known, refused)
    }
}

/// Begins an import of accounts. Its portions need no entry in the audit log, as only this act's operator knows their
/// token. An import that is never ended has only this entry. Errors: `invalidRequest` for an unknown source.
public struct BeginAccountImport: ServiceRequest, OperatorAct {
    public static let serviceCode = ServiceCode(.identity, 21)
    public var audited: AuditedSubject { AuditedSubject(name: source.isKnown ? source.rawValue : nil) }

    public struct Reply: Codable, Sendable {
        /// A token that the import's portions must show. It is valid for a day.
        public var token: SecretText

        enum CodingKeys: Int, CodingKey { case token = 0 }

        public init(token: SecretText) { self.token = token }
    }

    public var source: ImportSource

    enum CodingKeys: Int, CodingKey { case source = 0 }

    public init(source: ImportSource) { self.source = source }
}

/// Imports a portion of users in one transaction. It never changes an existing account. Errors: `notFound` for an
/// import that has ended or has another source; `invalidRequest` for too many users.
public struct ImportAccounts: RequestFromEdge, IdempotentRequest {
    public typealias Reply = ImportedAccounts
    public static let serviceCode = ServiceCode(.identity, 22)

    public static let limits = 1...200

    public var token: SecretText
    public var source: ImportSource
    public var users: [ImportedUser]

    enum CodingKeys: Int, CodingKey { case token = 0, source, users }

    public init(token: SecretText, source: ImportSource, users: [ImportedUser]) {
        (self.token, self.source, self.users) = (token, source, users)
    }
}

/// Reports what `ImportAccounts` would do, and writes nothing. The edge records the call in the audit log. Errors:
/// `invalidRequest`.
public struct PreviewAccountImport: RequestFromEdge, IdempotentRequest {
    public typealias Reply = ImportedAccounts
    public static let serviceCode = ServiceCode(.identity, 23)

    public var source: ImportSource
    public var users: [ImportedUser]

    enum CodingKeys: Int, CodingKey { case source = 0, users }

    public init(source: ImportSource, users: [ImportedUser]) { (self.source, self.users) = (source, users) }
}

/// Ends an import, and writes its counts to the audit log. Errors: `notFound`.
public struct EndAccountImport: ServiceRequest, OperatorAct {
    public typealias Reply = AccountImportCounts
    public static let serviceCode = ServiceCode(.identity, 24)

    public static func outcome(in reply: AccountImportCounts) -> String {
        "\(AuditedCall.done): \(reply.made) made, \(reply.known) known, \(reply.refused) refused"
    }

    public var token: SecretText

    enum CodingKeys: Int, CodingKey { case token = 0 }

    public init(token: SecretText) { self.token = token }
}
