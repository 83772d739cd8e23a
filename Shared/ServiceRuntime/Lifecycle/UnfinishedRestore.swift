package import Foundation
package import Models
import Storage

/// `SERVICE.restoring` in the data folder exists from before a restore changes anything until everything is done.
package struct UnfinishedRestore {
    private let service: ServiceName
    private let url: URL

    package init(of service: ServiceName, in data: URL) {
        self.service = service
        url = data.appendingPathComponent("\(service).restoring")
    }

    var stands: Bool { FileManager.default.fileExists(atPath: url.path) }

    func begin(from backup: URL) throws { try SmallFile.write(backup.path + "\n", to: url) }

    func end() throws { try SmallFile.remove(url) }

    /// Throws if a restore was interrupted.
    package func check() throws(StartError) {
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
