import BaliseAPI
import BaliseJSON
import Foundation

struct WaitingInteraction: JSONConvertible, Hashable {
    /// Nil where only the server knows it.
    var account: String?
    var interaction: BaliseInteraction
}

struct WaitingInteractions: JSONConvertible, Hashable {
    var waiting: [WaitingInteraction] = []
    /// Counts the interactions that were given up.
    var dropped = 0
}

/// Locks the file for this process, and replaces it as a whole: few interactions wait, and a killed process leaves
/// either the old file or the new one.
struct InteractionFile {
    private let url: URL
    private let lock: FileLock

    /// - Parameter kept: Gets the contents. An unreadable file, for example of another version of the app, is treated
    ///   as empty: a few lost interactions matter less than an app that starts.
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
