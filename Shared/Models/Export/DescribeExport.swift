/// Asks a service for the subjects in its part of an export. Every service with data of accounts answers it.
public struct DescribeExport: IdempotentRequest {
    public static let code = MessageCode(common: 120)

    public init() {}

    public struct Reply: Codable, Hashable, Sendable {
        /// In the order for people.
        public var subjects: [ExportSubject]

        enum CodingKeys: Int, CodingKey { case subjects = 0 }

        public init(subjects: [ExportSubject]) { self.subjects = subjects }
    }
}

/// One kind of data about an account; a file of its own in the export.
public struct ExportSubject: Codable, Hashable, Sendable {
    /// The file's name, in lower case with hyphens, unique among the services.
    public var name: String
    /// One sentence for people.
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

        public init(name: String, form: ExportedForm) {
            (self.name, self.form) = (name, form)
        }
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
    /// JSON, unchanged.
    case json
}
