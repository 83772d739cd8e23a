/// A backup's name: letters, digits and hyphens, so that it can be a folder's name.
public enum BackupName {
    public static func isValid(_ text: String) -> Bool {
        (1...40).contains(text.utf8.count) && text.isASCIIAlphanumeric(or: "-")
    }

    /// For example `2026-01-31T12-00-00-123Z`, in UTC.
    public static func of(_ moment: UnixTime) -> String {
        let (days, time) = moment.rawValue.dividedDown(by: 86_400_000)
        let clock = [time / 3_600_000, time / 60_000 % 60, time / 1000 % 60].map { $0.digits(2) }.joined(separator: "-")
        return "\(CivilDate(daysSince1970: days).text)T\(clock)-\((time % 1000).digits(3))Z"
    }
}

/// Makes a service copy its database and secrets. Errors: `invalidRequest` with advice. The backup then contains nothing of the
/// service.
public struct MakeBackup: Request {
    public static let code = MessageCode(common: 132)

    public var name: String

    enum CodingKeys: Int, CodingKey { case name = 0 }

    public init(name: String) { self.name = name }
}

/// Checks a service's part by the recorded checksums and the integrity of its database. Errors: `invalidRequest` with the
/// finding.
public struct VerifyBackup: Request {
    public static let code = MessageCode(common: 133)

    public var name: String

    enum CodingKeys: Int, CodingKey { case name = 0 }

    public init(name: String) { self.name = name }
}

/// Asks a service for the backups that contain a part of it. Sent by the edge.
public struct ListBackups: IdempotentRequest {
    public static let code = MessageCode(common: 134)

    /// Of the latest.
    public static let maximum = 100

    public init() {}

    public struct Reply: Codable, Hashable, Sendable {
        /// Sorted by name, descending.
        public var backups: [KeptBackup]
        /// Why no backup can be made, with advice; nil if one can.
        public var obstacle: String?

        enum CodingKeys: Int, CodingKey { case backups = 0, obstacle }

        public init(backups: [KeptBackup], obstacle: String? = nil) {
            (self.backups, self.obstacle) = (backups, obstacle)
        }
    }
}

/// One service's part of a backup.
public struct KeptBackup: Codable, Hashable, Sendable {
    public var name: String
    /// When the part was completed; for an incomplete one, when its database was last written.
    public var at: UnixTime
    public var bytes: Int64
    /// False if it was interrupted or is still being written.
    public var isWhole: Bool

    enum CodingKeys: Int, CodingKey { case name = 0, at, bytes, isWhole }

    public init(name: String, at: UnixTime, bytes: Int64, isWhole: Bool) {
        (self.name, self.at, self.bytes, self.isWhole) = (name, at, bytes, isWhole)
    }
}
