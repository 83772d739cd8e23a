public import BaliseJSON

/// Counts by group. Small groups are combined, because a small group could identify a user.
public struct FoldedCounts: JSONConvertible, Hashable {
    public struct Group: JSONConvertible, Hashable {
        public var name: String?
        public var count: Int

        enum CodingKeys: Int, CodingKey { case name = 0, count }

        public init(name: String?, count: Int) { (self.name, self.count) = (name, count) }
    }

    /// The size below which a group is combined with others.
    public static let minimum = 10
    /// The largest number of groups in an answer. It is limited because clients can invent versions.
    public static let maximumGroups = 100

    /// The groups, the largest first.
    public var groups: [Group]
    /// The number of counted things in no listed group; nil if it is less than `minimum`, or if they belong to fewer
    /// people than that.
    public var others: Int?

    enum CodingKeys: Int, CodingKey { case groups = 0, others }

    /// Combines the small groups of `counts`, in which groups may repeat. `total` is needed if `counts` is a part.
    public init(folding counts: [Group], total: Int? = nil) {
        var sums: [String?: Int] = [:]
        for group in counts { sums[group.name, default: 0] += group.count }
        let sorted = sums.map { Group(name: $0, count: $1) }.filter { $0.count >= FoldedCounts.minimum }
            .sorted { ($1.count, $0.name ?? "") < ($0.count, $1.name ?? "") }
        groups = Array(sorted.prefix(FoldedCounts.maximumGroups))
        let rest = (total ?? sums.values.reduce(0, +)) - groups.reduce(0) { $0 + $1.count }
        others = rest >= FoldedCounts.minimum ? rest : nil
    }
}

/// Counts the installations of apps in use. A session counts as an installation if it has not ended and was active
/// since the given time. A group with fewer than `FoldedCounts.minimum` accounts counts as others. Apps can forge their
/// description. Large counts may be up to two hours old.
public struct CountInstallations: RequestFromEdge, IdempotentRequest {
    public static let serviceCode = ServiceCode(.authSession, 27)

    /// How long after its last activity an installation counts as in use: 30 days, in seconds.
    public static let activity: Int64 = 30 * 86_400

    public struct Reply: Codable, Hashable, Sendable {
        public var appVersions: FoldedCounts
        /// The installations by system and major version, for example `iOS 17`.
        public var systems: FoldedCounts

        enum CodingKeys: Int, CodingKey { case appVersions = 0, systems }

        public init(appVersions: FoldedCounts, systems: FoldedCounts) {
            (self.appVersions, self.systems) = (appVersions, systems)
        }
    }

    /// The time since which an installation must have been active to be counted.
    public var activeSince: UnixTime

    enum CodingKeys: Int, CodingKey { case activeSince = 0 }

    public init(activeSince: UnixTime) { self.activeSince = activeSince }
}

/// Lists the accounts with a counted installation of one app version or system. Errors: `notFound` for a group that
/// `CountInstallations` does not show because it is small.
public struct ListInstalledAccounts: RequestFromEdge, IdempotentRequest {
    public static let serviceCode = ServiceCode(.authSession, 158)

    public static let limits = 1...50

    public struct Reply: Codable, Hashable, Sendable {
        /// The accounts in the order of their ids, each once.
        public var accounts: [AccountID]
        public var hasMore: Bool

        enum CodingKeys: Int, CodingKey { case accounts = 0, hasMore }

        public init(accounts: [AccountID], hasMore: Bool) { (self.accounts, self.hasMore) = (accounts, hasMore) }
    }

    /// The names of the groups: an app version, or a system such as `iOS 17`. Exactly one is given.
    public var appVersion: String?
    public var system: String?
    /// The time since which an installation must have been active, as in `CountInstallations`.
    public var activeSince: UnixTime
    /// Lists the accounts after this account; nil for the first page.
    public var after: AccountID?
    public var limit: Int

    enum CodingKeys: Int, CodingKey { case appVersion = 0, system, activeSince, after, limit }

    public init(
        appVersion: String? = nil, system: String? = nil, activeSince: UnixTime, after: AccountID? = nil, limit: Int
    ) {
        (self.appVersion, self.system, self.activeSince) = (appVersion, system, activeSince)
        (self.after, self.limit) = (after, limit)
    }
}

/// Counts the active push devices by the app's language. A language with fewer than `FoldedCounts.minimum` people counts
/// as others.
public struct CountPushLanguages: RequestFromEdge, IdempotentRequest {
    public static let serviceCode = ServiceCode(.push, 15)
    public typealias Reply = FoldedCounts

    public init() {}
}
