import Foundation
import Models
import Storage

/// Facts about a service's data, measured on demand.
struct StorageFacts: Sendable {
    static let used = "balise_storage_database_bytes"
    static let free = "balise_storage_free_bytes"
    static let backup = "balise_backup_time_seconds"

    let database: ServiceDatabase
    let mark: BackupMark

    func samples() async -> [MetricSample] {
        let space = await database.space()
        return [
            (StorageFacts.used, space.used.map { Double($0) }), (StorageFacts.free, space.free.map { Double($0) }),
            (StorageFacts.backup, mark.read().map { Double($0.rawValue) / 1000 }),
        ].compactMap { name, value in
            value.map { MetricSample(name: name, kind: .gauge, labels: [], value: $0) }
        }
    }
}

/// The file with the time of a service's last backup: milliseconds since 1970.
struct BackupMark: Sendable {
    private let file: URL

    init(of service: ServiceName, in folder: URL) { file = folder.appendingPathComponent("\(service).backup") }

    func write(_ moment: UnixTime) throws(StorageError) { try SmallFile.write("\(moment.rawValue)\n", to: file) }

    /// Reads the time; nil if there is no valid file.
    func read() -> UnixTime? {
        guard let text = try? String(contentsOf: file, encoding: .utf8),
            let milliseconds = Int64(text.trimmingCharacters(in: .whitespacesAndNewlines))
        else { return nil }
        return UnixTime(milliseconds: milliseconds)
    }
}
