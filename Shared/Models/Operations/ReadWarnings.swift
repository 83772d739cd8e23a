/// Asks a service for the latest warnings and errors of its log, which it keeps in memory. The edge sends it to every replica.
public struct ReadWarnings: IdempotentRequest {
    public static let code = MessageCode(common: 131)

    public init() {}

    public struct Reply: Codable, Hashable, Sendable {
        /// The latest first, limited in number.
        public var warnings: [LoggedWarning]

        enum CodingKeys: Int, CodingKey { case warnings = 0 }

        public init(warnings: [LoggedWarning]) { self.warnings = warnings }
    }
}

/// A recent warning or error in a service's log. The process keeps a copy in memory for operators.
public struct LoggedWarning: Codable, Hashable, Sendable {
    public var at: UnixTime
    /// `warning`, `error` or `critical`.
    public var level: String
    /// The message with its metadata, on one line.
    public var text: String

    enum CodingKeys: Int, CodingKey { case at = 0, level, text }

    public init(at: UnixTime, level: String, text: String) {
        (self.at, self.level, self.text) = (at, level, text)
    }
}
