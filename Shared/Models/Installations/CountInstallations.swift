// An operator learns which versions of the app and of the system are in use.

/// Counts the installations of apps that are in use, by version and by system.
///
/// An installation is a session that has not ended and was active since the given moment. What apps say of themselves
/// can be forged. Where there are many, what is answered may have been counted up to two hours before.
public struct CountInstallations: RequestFromEdge {
    public static let service = ServiceName.authSession
    public static let code = MessageCode(.authSession, 27)
    public static let isIdempotent = true

    /// For how many seconds an installation is in use after it was last active: 30 days.
    public static let activity: Int64 = 30 * 86_400

    public struct Reply: Codable, Hashable, Sendable {
        /// By the version of the app.
        public var appVersions: FoldedCounts
        /// By the system and the first number of its version, for example `iOS 17`.
        public var systems: FoldedCounts

        enum CodingKeys: Int, CodingKey { case appVersions = 0, systems }

        public init(appVersions: FoldedCounts, systems: FoldedCounts) {
            self.appVersions = appVersions
            self.systems = systems
        }
    }

    /// Installations that were not active since then do not count.
    public var activeSince: UnixTime

    enum CodingKeys: Int, CodingKey { case activeSince = 0 }

    public init(activeSince: UnixTime) { self.activeSince = activeSince }
}
