public import BaliseJSON
public import Foundation

/// The installations of apps in use, by kind.
public struct InstallationCounts: JSONConvertible, Hashable {
    /// An installation counts for so many days after its last activity.
    public static let daysOfActivity = 30

    /// Leaves out installations without activity since then.
    public var activeSince: Date
    /// By app version, as the app reports it.
    public var appVersions: InstallationGroups
    /// By system and major version, for example `iOS 17`.
    public var systems: InstallationGroups
    /// Push devices by the app's language, whatever their last activity.
    public var pushLanguages: InstallationGroups

    public init(
        activeSince: Date, appVersions: InstallationGroups, systems: InstallationGroups,
        pushLanguages: InstallationGroups
    ) {
        self.activeSince = activeSince
        self.appVersions = appVersions
        self.systems = systems
        self.pushLanguages = pushLanguages
    }
}

/// Counts by kind. Kinds with fewer than ten members are combined, because they could identify a user.
public struct InstallationGroups: JSONConvertible, Hashable {
    /// The largest first, at most 100.
    public var groups: [Group]
    /// The number in other kinds; left out below ten.
    public var others: Int?

    public struct Group: JSONConvertible, Hashable {
        /// Left out if it is unknown.
        public var name: String?
        public var count: Int

        public init(name: String? = nil, count: Int) {
            self.name = name
            self.count = count
        }
    }

    public init(groups: [Group], others: Int? = nil) {
        self.groups = groups
        self.others = others
    }
}
