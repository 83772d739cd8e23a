// Which versions of the app, systems and languages are in use, without a word of anybody.

public import BaliseJSON
public import Foundation

/// How many installations of apps are in use, and of which kind.
public struct InstallationCounts: JSONConvertible, Hashable {
    /// For how many days an installation counts after it was last active.
    public static let daysOfActivity = 30

    /// Installations that were not active since then do not count.
    public var activeSince: Date
    /// By the version of the app, as it says itself.
    public var appVersions: InstallationGroups
    /// By the system and the first number of its version, for example `iOS 17`.
    public var systems: InstallationGroups
    /// Push devices by the language that the app named for them, whenever they were active.
    public var pushLanguages: InstallationGroups

    /// Makes a body of these members.
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

/// How many there are of each kind. Of kinds with fewer than ten nothing is told, since few can be somebody.
public struct InstallationGroups: JSONConvertible, Hashable {
    /// The largest first, 100 at most.
    public var groups: [Group]
    /// How many are of other kinds; missing when they are fewer than ten.
    public var others: Int?

    /// A kind.
    public struct Group: JSONConvertible, Hashable {
        /// Missing for those of which it is not known.
        public var name: String?
        /// How many there are.
        public var count: Int

        /// Makes a body of these members.
        public init(name: String? = nil, count: Int) {
            self.name = name
            self.count = count
        }
    }

    /// Makes a body of these members.
    public init(groups: [Group], others: Int? = nil) {
        self.groups = groups
        self.others = others
    }
}
