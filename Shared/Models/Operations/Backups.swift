/// A backup's name: letters, digits and hyphens, so that it can be a folder's name.
public enum BackupName {
    public static func isValid(_ text: String) -> Bool {
        (1...40).contains(text.utf8.count)
            && text.utf8.allSatisfy { isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "-") }
    }

    /// For example `2026-01-31T12-00-00-123Z`, in UTC.
    public static func of(_ moment: UnixTime) -> String {
        let (days, time) = moment.rawValue.dividedDown(by: 86_400_000)
        let date = CivilDate(daysSince1970: days)
        func digits(_ number: Int64, _ count: Int = 2) -> String {
            let text = "\(number)"
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        let day = "\(date.year)-\(digits(Int64(date.month)))-\(digits(Int64(date.day)))"
        let clock = [time / 3_600_000, time / 60_000 % 60, time / 1000 % 60].map { digits($0) }.joined(separator: "-")
        return "\(day)T\(clock)-\(digits(time % 1000, 3))Z"
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func isLetter(_ byte: UInt8) -> Bool {
        let lower = byte | 0x20
        return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lower)
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
