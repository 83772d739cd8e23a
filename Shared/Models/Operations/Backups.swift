public import BaliseJSON

/// A backup's name: letters, digits and hyphens, so that it can also be the name of a folder.
public enum BackupName {
    public static func isValid(_ text: String) -> Bool {
        (1...40).contains(text.utf8.count) && text.isASCIIAlphanumeric(or: "-")
    }

    /// Returns the name of a backup made at a moment, for example `2026-01-31T12-00-00-123Z`, in UTC.
    public static func of(_ moment: UnixTime) -> String {
        let (days, time) = moment.rawValue.dividedDown(by: 86_400_000)
        let clock = [time / 3_600_000, time / 60_000 % 60, time / 1000 % 60].map { $0.digits(2) }.joined(separator: "-")
        return "\(CivilDate(daysSince1970: days).text)T\(clock)-\((time % 1000).digits(3))Z"
    }

    /// Returns the moment of a name that `of` has made; nil for any other name.
    public static func moment(of name: String) -> UnixTime? {
        let numbers = name.dropLast().split(whereSeparator: { $0 == "-" || $0 == "T" }).compactMap { Int64($0) }
        guard numbers.count == 7, numbers.allSatisfy({ (0...9999).contains($0) }),
            let date = CivilDate(year: numbers[0], month: numbers[1], day: numbers[2])
        else { return nil }
        let seconds = ((date.daysSince1970 * 24 + numbers[3]) * 60 + numbers[4]) * 60 + numbers[5]
        let moment = UnixTime(milliseconds: seconds * 1000 + numbers[6])
        return of(moment) == name ? moment : nil
    }
}

/// Begins a job about the backups of all services: makes a backup, or verifies the named backup. Errors: `conflict`
/// while another job is in progress.
public struct BeginBackup: RequestFromEdge {
    public static let serviceCode = ServiceCode(.authSession, 36)

    public typealias Reply = BackupJob

    /// The backup to verify; nil to make a backup.
    public var name: String?

    enum CodingKeys: Int, CodingKey { case name = 0 }

    public init(name: String? = nil) { self.name = name }
}

/// A job about a backup: the reply to `BeginBackup`, and the answer of POST /backups and POST
/// /backups/{name}/verification.
public struct BackupJob: JSONConvertible, Hashable {
    /// The job's kind: `make`, `verify` or `drill`.
    public var action: String
    public var backup: String
    public var beganAt: UnixTime
    /// When the job ended; nil while it runs.
    public var endedAt: UnixTime?
    /// The services that have finished their part.
    public var done: [String]
    /// What failed, with advice; nil if nothing failed.
    public var problem: String?
    /// The progress of the file that is being copied, uploaded or compared; nil if there is no such file.
    public var progress: BackupProgress?

    enum CodingKeys: Int, CodingKey { case action = 0, backup, beganAt, endedAt, done, problem, progress }

    public init(
        action: String, backup: String, beganAt: UnixTime, endedAt: UnixTime? = nil, done: [String] = [],
        problem: String? = nil, progress: BackupProgress? = nil
    ) {
        (self.action, self.backup, self.beganAt, self.endedAt) = (action, backup, beganAt, endedAt)
        (self.done, self.problem, self.progress) = (done, problem, progress)
    }
}

/// How much of a service's database has been copied, or how much of a file uploaded, in bytes.
public struct BackupProgress: JSONConvertible, Hashable {
    public var service: String
    public var copied: Int64
    public var total: Int64

    enum CodingKeys: Int, CodingKey { case service = 0, copied, total }

    public init(service: String, copied: Int64, total: Int64) {
        (self.service, self.copied, self.total) = (service, copied, total)
    }
}

/// The results of the last backup of all services and of the last restore drill. A drill restores a backup into a
/// folder of its own, and opens the databases there.
public struct BackupHealth: JSONConvertible, Hashable {
    public struct Outcome: JSONConvertible, Hashable {
        /// When the backup or drill began.
        public var at: UnixTime
        public var backup: String
        /// Why the backup or drill failed, with advice; nil if it succeeded.
        public var problem: String?
        /// What a successful run did not check; nil if it checked everything.
        public var note: String?

        enum CodingKeys: Int, CodingKey { case at = 0, backup, problem, note }

        public init(at: UnixTime, backup: String, problem: String? = nil, note: String? = nil) {
            (self.at, self.backup, self.problem, self.note) = (at, backup, problem, note)
        }
    }

    /// The last backup; nil before the first backup.
    public var backup: Outcome?
    /// The last restore drill; nil before the first drill.
    public var drill: Outcome?
    /// The name of the last backup that was made without a failure; nil before the first.
    public var lastGood: String?

    enum CodingKeys: Int, CodingKey { case backup = 0, drill, lastGood }

    public init(backup: Outcome? = nil, drill: Outcome? = nil, lastGood: String? = nil) {
        (self.backup, self.drill, self.lastGood) = (backup, drill, lastGood)
    }
}

/// Makes a service remove its parts of superfluous and failed backups, and then copy its database and secrets. Errors:
/// `invalidRequest` with advice. The backup then contains nothing of the service.
public struct MakeBackup: Request {
    public static let code = MessageCode(common: 132)

    public var name: String
    /// The name of the last backup of all services, which is not removed; nil before the first such backup.
    public var lastGood: String?
    /// The names of earlier backups that at least one service could not make; nil for none.
    public var failed: [String]?

    enum CodingKeys: Int, CodingKey { case name = 0, lastGood, failed }

    public init(name: String, lastGood: String? = nil, failed: [String]? = nil) {
        (self.name, self.lastGood, self.failed) = (name, lastGood, failed)
    }
}

/// Checks a service's part by its checksums and its database's integrity. Errors: `invalidRequest` with the finding.
public struct VerifyBackup: Request {
    public static let code = MessageCode(common: 133)

    public var name: String
    /// Whether the part is also restored into a folder of its own, and its database opened there. Nil means false.
    public var isDrill: Bool?

    enum CodingKeys: Int, CodingKey { case name = 0, isDrill }

    public init(name: String, isDrill: Bool? = nil) { (self.name, self.isDrill) = (name, isDrill) }
}

/// Asks a service for the backups that contain a part of it. Sent by the edge.
public struct ListBackups: IdempotentRequest {
    public static let code = MessageCode(common: 134)

    /// The largest number of backups in an answer. The latest backups are listed.
    public static let maximum = 100

    public init() {}

    public struct Reply: Codable, Hashable, Sendable {
        /// The backups, sorted by name, from the last name to the first.
        public var backups: [KeptBackup]
        /// Why no backup can be made, with advice; nil if backups can be made.
        public var obstacle: String?
        /// The progress of the copy that is being made; nil if no copy is being made.
        public var progress: BackupProgress?
        /// The current job, or the last job since the start. Only auth-session sets it; otherwise nil.
        public var job: BackupJob?
        /// The results of the last backup and the last drill. Only auth-session sets them; otherwise nil.
        public var health: BackupHealth?

        enum CodingKeys: Int, CodingKey { case backups = 0, obstacle, progress, job, health }

        public init(
            backups: [KeptBackup], obstacle: String? = nil, progress: BackupProgress? = nil, job: BackupJob? = nil,
            health: BackupHealth? = nil
        ) {
            (self.backups, self.obstacle, self.progress) = (backups, obstacle, progress)
            (self.job, self.health) = (job, health)
        }
    }
}

/// One service's part of a backup.
public struct KeptBackup: Codable, Hashable, Sendable {
    public var name: String
    /// When the part was completed; for an incomplete part, when its database was last written.
    public var at: UnixTime
    public var bytes: Int64
    /// Whether the part is complete; false if it was interrupted or is still being written.
    public var isWhole: Bool

    enum CodingKeys: Int, CodingKey { case name = 0, at, bytes, isWhole }

    public init(name: String, at: UnixTime, bytes: Int64, isWhole: Bool) {
        (self.name, self.at, self.bytes, self.isWhole) = (name, at, bytes, isWhole)
    }
}
