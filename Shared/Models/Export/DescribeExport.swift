// What a service gives out of an account, subject by subject.

/// Asks a service what it gives out of an account: every service that keeps something of accounts answers it.
public struct DescribeExport: Request {
    public static let code = MessageCode(common: 120)
    public static let isIdempotent = true

    public init() {}

    public struct Reply: Codable, Hashable, Sendable {
        /// In the order in which people read them.
        public var subjects: [ExportSubject]

        enum CodingKeys: Int, CodingKey { case subjects = 0 }

        public init(subjects: [ExportSubject]) { self.subjects = subjects }
    }
}

/// One kind of thing that a service keeps of an account; a file of its own in an export.
public struct ExportSubject: Codable, Hashable, Sendable {
    /// As the file is called, in lower case with hyphens; no two services have the same.
    public var name: String
    /// What it is, in a sentence for people.
    public var title: String
    /// What each entry may have.
    public var members: [Member]

    enum CodingKeys: Int, CodingKey { case name = 0, title, members }

    public init(name: String, title: String, members: [Member]) {
        self.name = name
        self.title = title
        self.members = members
    }

    /// A member of an entry.
    public struct Member: Codable, Hashable, Sendable {
        public var name: String
        public var form: ExportedForm

        enum CodingKeys: Int, CodingKey { case name = 0, form }

        public init(name: String, form: ExportedForm) {
            self.name = name
            self.form = form
        }
    }
}

/// The form in which a value is given out.
public enum ExportedForm: String, Codable, Hashable, Sendable, CaseIterable {
    case text
    case whole
    case real
    case flag
    /// A moment: milliseconds since 1970 where it is stored, a text of RFC 3339 where it is given out.
    case moment
    /// JSON as it was given.
    case json
}
