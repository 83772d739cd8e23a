// The file in which interactions wait for the server.

import BaliseAPI
import BaliseJSON
import Foundation

/// An interaction that waits, and whose it is.
struct WaitingInteraction: JSONConvertible, Hashable {
    /// The account; nil where only the server knows it.
    var account: String?
    var interaction: BaliseInteraction
}

/// What waits, as it stands in the file.
struct WaitingInteractions: JSONConvertible, Hashable {
    /// The oldest first.
    var waiting: [WaitingInteraction] = []
    /// How many were given up.
    var dropped = 0
}

/// Holds the file for this process, and replaces it as a whole: few interactions wait, and a kill leaves the old file or
/// the new one.
struct InteractionFile {
    private let url: URL
    private let lock: FileLock

    /// - Parameter kept: Gets what the file holds. A file that is none of these, of another version of the app say, counts
    ///   as empty: what it holds are counts, which are worth less than an app that goes on.
    /// - Throws: `storage`, also when another process or outbox has the file.
    init(_ url: URL, into kept: inout WaitingInteractions) throws(BaliseError) {
        self.url = url
        try FileLock.makeFolder(of: url)
        lock = try FileLock(beside: url)
        guard FileManager.default.fileExists(atPath: url.path) else { return }
        let bytes: [UInt8]
        do { bytes = Array(try Data(contentsOf: url)) } catch {
            throw .storage("\(url.path) cannot be read: \(error.localizedDescription)")
        }
        if let json = try? JSONDocument(bytes).root, let read = try? WaitingInteractions(json) { kept = read }
    }

    func write(_ interactions: WaitingInteractions) throws(BaliseError) {
        try PrivateFile.write(Data(interactions.json.bytes), to: url)
    }
}
