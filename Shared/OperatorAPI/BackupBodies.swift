// The backups in the operator's folder, and what is being done with them.

public import BaliseJSON
public import Foundation

/// The backups that there are: what GET /backups answers.
public struct BackupList: JSONConvertible, Hashable {
    /// The latest first.
    public var backups: [ListedBackup]
    /// What is being done, or was done last since the start of the program; nil for nothing.
    public var job: BackupJob?
    /// Why none can be made, with what to do; nil when one can.
    public var obstacle: String?

    /// Makes a body of these members; nil leaves one out.
    public init(backups: [ListedBackup], job: BackupJob? = nil, obstacle: String? = nil) {
        self.backups = backups
        self.job = job
        self.obstacle = obstacle
    }
}

/// A backup in the operator's folder.
public struct ListedBackup: JSONConvertible, Hashable {
    /// The name of its folder.
    public var name: String
    /// When its last part was written.
    public var at: Date
    /// How large it is.
    public var bytes: Int64
    /// The services of which all is there.
    public var services: [String]
    /// The services of which it is not: being made, interrupted, or they do not answer.
    public var missing: [String]

    /// Makes a body of these members.
    public init(name: String, at: Date, bytes: Int64, services: [String], missing: [String]) {
        self.name = name
        self.at = at
        self.bytes = bytes
        self.services = services
        self.missing = missing
    }
}

/// What is being done with a backup: what POST /backups and POST /backups/{name}/verification answer.
public struct BackupJob: JSONConvertible, Hashable {
    /// `make` or `verify`.
    public var action: String
    /// Which backup.
    public var backup: String
    public var beganAt: Date
    /// When it was over; nil while it goes on.
    public var endedAt: Date?
    /// The services that have done their part.
    public var done: [String]
    /// Why it failed, with what to do; nil when it did not.
    public var problem: String?

    /// Makes a body of these members; nil leaves one out.
    public init(
        action: String, backup: String, beganAt: Date, endedAt: Date? = nil, done: [String], problem: String? = nil
    ) {
        self.action = action
        self.backup = backup
        self.beganAt = beganAt
        self.endedAt = endedAt
        self.done = done
        self.problem = problem
    }
}
