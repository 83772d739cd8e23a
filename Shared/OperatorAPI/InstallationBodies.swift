public import BaliseJSON
public import Foundation
public import Models

/// The installations of apps in use, by kind.
public struct InstallationCounts: JSONConvertible, Hashable {
    /// An installation counts for so many days after its last activity.
    public static let daysOfActivity = 30

    /// Leaves out installations without activity since then.
    public var activeSince: Date
    /// By app version, as the app reports it.
    public var appVersions: FoldedCounts
    /// By system and major version, for example `iOS 17`.
    public var systems: FoldedCounts
    /// Push devices by the app's language, whatever their last activity.
    public var pushLanguages: FoldedCounts

    public init(
        activeSince: Date, appVersions: FoldedCounts, systems: FoldedCounts,
        pushLanguages: FoldedCounts
    ) {
        self.activeSince = activeSince
        self.appVersions = appVersions
        self.systems = systems
        self.pushLanguages = pushLanguages
    }
}
