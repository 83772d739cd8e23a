// What must not be found in a log or a database file, whatever the tests did.

import Foundation
import Testing

enum Privacy {
    /// Judges the logs and files of a Balise that has ended.
    static func check(_ balise: RunningBalise, alsoUnlogged canaries: [String] = []) throws {
        let logs = try balise.logs()
        for canary in [Fresh.deviceMark, Fresh.keyMark] + canaries {
            let line = logs.split(separator: "\n").first { $0.contains(canary) }
            #expect(line == nil, "a log holds \(canary)")
        }
        for file in try databaseFiles(of: balise) {
            let bytes = try Data(contentsOf: file)
            let hit = bytes.range(of: Data(Fresh.keyMark.utf8))
            #expect(hit == nil, "\(file.lastPathComponent) holds a device key in clear")
        }
    }

    /// The databases and what lies beside them: write-ahead logs, journals.
    static func databaseFiles(of balise: RunningBalise) throws -> [URL] {
        let all = FileManager.default.enumerator(at: balise.dataFolder, includingPropertiesForKeys: [.isRegularFileKey])
        let files = (all?.allObjects as? [URL] ?? []).filter {
            (try? $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true
        }
        return files.filter { $0.pathExtension != "lock" }
    }
}
