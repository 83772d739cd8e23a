/// Counts the installations of apps in use, by version and by system.
///
/// An installation is a session that has not ended and was active since the given time. Apps can forge their
/// description. Large counts may be up to two hours old.
public struct CountInstallations: RequestFromEdge {
    public static let service = ServiceName.authSession
    public static let code = MessageCode(.authSession, 27)
    public static let isIdempotent = true

    /// In seconds, 30 days: an installation is in use for that long after its last activity.
    public static let activity: Int64 = 30 * 86_400

    public struct Reply: Codable, Hashable, Sendable {
        /// By app version.
        public var appVersions: FoldedCounts
        /// By system and major version, for example `iOS 17`.
        public var systems: FoldedCounts

        enum CodingKeys: Int, CodingKey { case appVersions = 0, systems }

        public init(appVersions: FoldedCounts, systems: FoldedCounts) {
            self.appVersions = appVersions
            self.systems = systems
        }
    }

    /// Leaves out installations without activity since then.
    public var activeSince: UnixTime

    enum CodingKeys: Int, CodingKey { case activeSince = 0 }

    public init(activeSince: UnixTime) { self.activeSince = activeSince }
}
