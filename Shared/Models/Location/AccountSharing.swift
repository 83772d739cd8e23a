/// A kind of sharing that an operator can end for a user.
public enum SharingKind: String, Codable, Hashable, Sendable, CaseIterable {
    case shareLinks = "share-links"
    case trackers
    case forwarders
}

/// Counts what a user shares places with. The reply contains no names, no places and no secrets.
public struct CountSharing: RequestFromEdge, RequestByAccount, IdempotentRequest {
    public static let serviceCode = ServiceCode(.location, 148)

    public struct Reply: Codable, Hashable, Sendable {
        /// The number of open share links.
        public var shareLinks: Int
        public var trackers: Int
        public var forwarders: Int
        /// The hosts that forwarders send to, each once.
        public var hosts: [Personal<String>]
        /// The number of circles that the user is in.
        public var circles: Int
        /// The number of forwarders whose last attempt failed; nil from a service of an earlier version.
        public var failingForwarders: Int?

        enum CodingKeys: Int, CodingKey {
            case shareLinks = 0, trackers, forwarders, hosts, circles, failingForwarders
        }

        public init(
            shareLinks: Int, trackers: Int, forwarders: Int, hosts: [Personal<String>], circles: Int,
            failingForwarders: Int? = nil
        ) {
            (self.shareLinks, self.trackers, self.forwarders) = (shareLinks, trackers, forwarders)
            (self.hosts, self.circles, self.failingForwarders) = (hosts, circles, failingForwarders)
        }
    }

    public var account: AccountID

    enum CodingKeys: Int, CodingKey { case account = 0 }

    public init(account: AccountID) { self.account = account }
}

/// Ends all open share links, all trackers or all forwarders of a user. The reply counts them.
public struct EndSharing: ServiceRequest, OperatorAct, RequestByAccount, IdempotentRequest {
    public typealias Reply = DoneCount
    public static let serviceCode = ServiceCode(.location, 149)
    public var nameInAudit: String { "EndAccountSharing" }
    public var audited: AuditedSubject { AuditedSubject(account: account, name: kind.rawValue) }

    public var account: AccountID
    public var kind: SharingKind

    enum CodingKeys: Int, CodingKey { case account = 0, kind }

    public init(account: AccountID, kind: SharingKind) { (self.account, self.kind) = (account, kind) }
}
