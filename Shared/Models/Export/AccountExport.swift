/// Checks whether the caller may export an account, and informs the user by e-mail if possible. Errors: `notFound`;
/// `wrongCredentials`, `rateLimited` and `overloaded` for the password; `codeMismatch`, `codeExpired` and `rateLimited`
/// for the code; `invalidToken` for a passkey or an ended session.
public struct BeginExport: ServiceRequest, OperatorAct, ProvenAct {
    public static let serviceCode = ServiceCode(.identity, 120)
    public static let provenCode = ServiceCode(.authSession, 151)
    public var nameInAudit: String { "ExportAccount" }

    public var account: AccountID
    public var person: ProvenPerson?

    enum CodingKeys: Int, CodingKey { case account = 0, person }

    public init(account: AccountID, person: ProvenPerson? = nil) { (self.account, self.person) = (account, person) }
}

/// Asks a service for the subjects of its part of an export. Every service with data of accounts answers this.
public struct DescribeExport: IdempotentRequest {
    public static let code = MessageCode(common: 120)

    public init() {}

    public struct Reply: Codable, Hashable, Sendable {
        /// The subjects, in the order in which people read them.
        public var subjects: [ExportSubject]

        enum CodingKeys: Int, CodingKey { case subjects = 0 }

        public init(subjects: [ExportSubject]) { self.subjects = subjects }
    }
}

/// One kind of data about an account, which is a file of its own in the export.
public struct ExportSubject: Codable, Hashable, Sendable {
    /// The file's name, in lower case with hyphens, unique among the services.
    public var name: String
    /// The subject's title: one sentence for people.
    public var title: String
    public var members: [Member]

    enum CodingKeys: Int, CodingKey { case name = 0, title, members }

    public init(name: String, title: String, members: [Member]) {
        (self.name, self.title, self.members) = (name, title, members)
    }

    public struct Member: Codable, Hashable, Sendable {
        public var name: String
        public var form: ExportedForm

        enum CodingKeys: Int, CodingKey { case name = 0, form }

        public init(name: String, form: ExportedForm) { (self.name, self.form) = (name, form) }
    }
}

/// The form of an exported value.
public enum ExportedForm: String, Codable, Hashable, Sendable, CaseIterable {
    case text
    case whole
    case real
    case flag
    /// A time: stored as milliseconds since 1970, exported in the form of RFC 3339.
    case moment
    /// Stored JSON, exported unchanged.
    case json
}

/// Reads one page of a service's data about an account and subject, by the same message for every service. Errors:
/// `invalidRequest` for an unknown subject.
public struct ExportPage: RequestByAccount, IdempotentRequest {
    public static let code = MessageCode(common: 121)

    public var account: AccountID
    public var subject: String
    /// The value of `next` on the previous page; nil for the first page. An invalid value gets an empty page.
    public var after: String?

    public static let maximumEntries = 500
    /// The size in bytes at which a page is full and gets no further entry.
    public static let fullAtBytes = 128 << 10

    enum CodingKeys: Int, CodingKey { case account = 0, subject, after }

    public init(account: AccountID, subject: String, after: String? = nil) {
        (self.account, self.subject, self.after) = (account, subject, after)
    }

    public struct Reply: Codable, Hashable, Sendable {
        /// JSON objects with a comma and a line break between them; may be empty.
        public var entries: [UInt8]
        public var next: String?

        enum CodingKeys: Int, CodingKey { case entries = 0, next }

        public init(entries: [UInt8], next: String?) { (self.entries, self.next) = (entries, next) }
    }
}
