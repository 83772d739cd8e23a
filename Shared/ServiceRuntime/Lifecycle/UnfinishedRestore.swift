// What says that a restore has begun and not ended: until it has, nothing may start on a mix of old and new.

import Foundation
import Models
import Storage

/// The file `SERVICE.restoring` in the data folder, which stands from before a restore changes anything until all is
/// done.
struct UnfinishedRestore {
    private let service: ServiceName
    private let url: URL

    init(of service: ServiceName, in data: URL) {
        self.service = service
        url = data.appendingPathComponent("\(service).restoring")
    }

    /// Whether a restore has begun and not ended.
    var stands: Bool { FileManager.default.fileExists(atPath: url.path) }

    /// A restore from `backup` begins.
    func begin(from backup: URL) throws { try SmallFile.write(backup.path + "\n", to: url) }

    /// All of it is done.
    func end() throws { try SmallFile.remove(url) }

    /// Throws when a restore was interrupted.
    func check() throws(StartError) {
        guard stands else { return }
        let backup = (try? String(contentsOf: url, encoding: .utf8))?.split(separator: "\n").first ?? "FOLDER"
        throw .file(
            path: url.deletingLastPathComponent().path,
            reason: """
                a restore was interrupted, and the files of \(service) may be a mix of old and new; give the command \
                `restore \(backup)` again, or with another backup
                """)
    }
}
