/// Counts a service's accounts that the accounts feed no longer contains. They were too many to be erased.
public struct CountMissingAccounts: IdempotentRequest {
    public static let code = MessageCode(common: 110)

    public init() {}

    public struct Reply: Codable, Hashable, Sendable {
        public var missing: Int
        /// The number of the service's accounts, including the missing accounts.
        public var total: Int

        enum CodingKeys: Int, CodingKey { case missing = 0, total }

        public init(missing: Int = 0, total: Int = 0) { (self.missing, self.total) = (missing, total) }
    }
}

/// Tells a service to erase or to keep the accounts of `CountMissingAccounts`. The decision goes to every service.
public struct DecideMissingAccounts: OperatorAct {
    public static let code = MessageCode(common: 111)
    public var ends: EndedCredentials { decision == .erase ? .ofAccounts() : .nothing }
    public var nameInAudit: String { decision == .erase ? "EraseMissingAccounts" : "KeepMissingAccounts" }

    public enum Decision: String, Codable, Hashable, Sendable {
        case erase
        case keep
    }

    public var decision: Decision

    enum CodingKeys: Int, CodingKey { case decision = 0 }

    public init(_ decision: Decision) { self.decision = decision }

    public struct Reply: Codable, Hashable, Sendable {
        /// Whether the service was waiting for a decision.
        public var isDecided: Bool

        enum CodingKeys: Int, CodingKey { case isDecided = 0 }

        public init(isDecided: Bool) { self.isDecided = isDecided }
    }
}
