// What says, outside of a database, that there has been one: so that a lost file is not taken for a first start.

public import Foundation

/// A file in `keys/`, beside the secrets, that says that a service has made its database.
///
/// A service that began anew in the place of a lost database would look to its followers as if everybody had been
/// erased. So a database is made where there has never been one, and otherwise only when an operator says so.
public struct DatabaseMark: Sendable {
    /// The mark.
    public let url: URL
    /// A secret that the service makes after its database: it says the same where the mark was not kept.
    private let secret: URL?

    private static let made = "made\n"
    private static let mayBeNew = "may be made anew\n"

    /// The mark of the database at `database`, or of the one that a PostgreSQL has in place of that file.
    ///
    /// - Parameter secret: the name of a file in `keys/` that is made after the database.
    public init(of database: URL, secret: String? = nil) {
        let keys = database.deletingLastPathComponent().appendingPathComponent("keys")
        url = keys.appendingPathComponent(database.deletingPathExtension().lastPathComponent + ".database")
        self.secret = secret.map { keys.appendingPathComponent($0) }
    }

    /// Says that the next start may make a new database, although there has been one.
    ///
    /// - Throws: `cannotOpen`.
    public func allowNewDatabase() throws(StorageError) { try SmallFile.write(DatabaseMark.mayBeNew, to: url) }

    /// Why no new database may be made at `path`: there has been one. Nil when one may be made.
    func loss(of path: String) -> StorageError? {
        evidence.map {
            .missing(path: path, service: url.deletingPathExtension().lastPathComponent, evidence: $0.path)
        }
    }

    private var evidence: URL? {
        if let text = try? String(contentsOf: url, encoding: .utf8) { return text == DatabaseMark.mayBeNew ? nil : url }
        return [url, secret].compactMap(\.self).first { FileManager.default.fileExists(atPath: $0.path) }
    }

    /// Says that there is a database now.
    func record() throws(StorageError) {
        if (try? String(contentsOf: url, encoding: .utf8)) == DatabaseMark.made { return }
        try SmallFile.write(DatabaseMark.made, to: url)
    }
}
