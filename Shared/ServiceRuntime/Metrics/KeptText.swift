package import Foundation
import Storage

/// A text in the data folder that survives a restart. If several processes have the same folder, one of them keeps it.
package struct KeptText: Sendable {
    private let file: URL
    private var lock: DatabaseLock?

    package init(_ file: URL) { self.file = file }

    /// Takes the file for this process, until the process ends. Returns false while another process has it.
    package mutating func claim() -> Bool {
        if lock == nil { lock = try? DatabaseLock(for: file) }
        return lock != nil
    }

    /// Reads the text; nil without a readable file.
    package func read() -> String? { try? String(contentsOf: file, encoding: .utf8) }

    /// Replaces the text atomically. Call it only after `claim`. Throws a `StorageError`.
    package func write(_ text: String) throws { try SmallFile.write(text, to: file) }
}
