// Accounts that the accounts feed has lost: how many, and what an operator says of them.

/// Asks a service how many accounts it keeps something of that the accounts feed no longer has, and that it has not
/// erased because they are so many.
public struct CountMissingAccounts: Request {
    public static let code = MessageCode(common: 110)
    public static let isIdempotent = true

    public init() {}

    public struct Reply: Codable, Hashable, Sendable {
        /// 0 when nothing is in doubt.
        public var missing: Int
        /// How many accounts there are, these included.
        public var total: Int

        enum CodingKeys: Int, CodingKey { case missing = 0, total }

        public init(missing: Int = 0, total: Int = 0) {
            self.missing = missing
            self.total = total
        }
    }
}

/// Says what is to be done with the missing accounts of a service.
public struct DecideMissingAccounts: OperatorAct {
    public static let code = MessageCode(common: 111)

    /// What an operator says of them.
    public enum Decision: String, Codable, Hashable, Sendable {
        /// They are gone, and what is kept of them is erased.
        case erase
        /// They stay.
        case keep
    }

    public var decision: Decision

    enum CodingKeys: Int, CodingKey { case decision = 0 }

    public init(_ decision: Decision) { self.decision = decision }

    public struct Reply: Codable, Hashable, Sendable {
        /// Whether there was something to decide.
        public var isDecided: Bool

        enum CodingKeys: Int, CodingKey { case isDecided = 0 }

        public init(isDecided: Bool) { self.isDecided = isDecided }
    }
}

extension DecideMissingAccounts {
    public var nameInAudit: String { decision == .erase ? "EraseMissingAccounts" : "KeepMissingAccounts" }
}
