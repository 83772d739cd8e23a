public import BaliseJSON
public import Foundation
public import Models

/// The backups: the answer of GET /backups.
public struct BackupList: JSONConvertible, Hashable {
    /// The backups, the latest first.
    public var backups: [ListedBackup]
    /// The current job, or the last job since the start of auth-session; nil if there was no job.
    public var job: BackupJob?
    /// The results of the last backup and the last drill; nil if auth-session does not answer.
    public var health: BackupHealth?
    /// Why no backup can be made, with advice; nil if backups can be made.
    public var obstacle: String?
    /// The folder in which the edge was started, at which relative paths of its settings begin; nil for callers who
    /// cannot read the settings.
    public var folder: String?

    public init(
        backups: [ListedBackup], job: BackupJob? = nil, health: BackupHealth? = nil, obstacle: String? = nil,
        folder: String? = nil
    ) {
        (self.backups, self.job, self.health) = (backups, job, health)
        (self.obstacle, self.folder) = (obstacle, folder)
    }
}

/// A backup in the operator's folder, with the services whose parts it contains.
public struct ListedBackup: JSONConvertible, Hashable {
    public var name: String
    /// When the last part of the backup was written.
    public var at: Date
    public var bytes: Int64
    /// The services with a complete part.
    public var services: [String]
    /// The services without a complete part: it is in progress or was interrupted, or the service does not answer.
    public var missing: [String]

    public init(name: String, at: Date, bytes: Int64, services: [String], missing: [String]) {
        (self.name, self.at) = (name, at)
        (self.bytes, self.services, self.missing) = (bytes, services, missing)
    }
}

/// The settings of the edge's program: the answer of GET /settings.
public struct SettingList: JSONConvertible, Hashable {
    /// The settings, in the order of the reference.
    public var settings: [SettingDescription]

    public init(settings: [SettingDescription]) { self.settings = settings }
}

/// A setting with its value and its source: an item in the answer of GET /settings.
public struct SettingDescription: JSONConvertible, Hashable {
    /// The name in the configuration file, for example `http.port`.
    public var name: String
    public var variable: String
    /// The value that applies; `<set>` for a secret.
    public var value: String
    /// Where the value is set; `default` if it is set nowhere.
    public var source: String
    public var `default`: String
    public var allowed: String
    public var meaning: String

    public init(
        name: String, variable: String, value: String, source: String, default: String, allowed: String, meaning: String
    ) {
        (self.name, self.variable, self.value, self.source) = (name, variable, value, source)
        self.default = `default`
        (self.allowed, self.meaning) = (allowed, meaning)
    }
}
