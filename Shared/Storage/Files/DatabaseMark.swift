public import Foundation

/// A file in `keys/` which records that a service has created its database. A new database in place of a lost database
/// would make followers believe that all accounts were erased. So the service creates a database only if it never had
/// one, or if an operator allows it.
public struct DatabaseMark: Sendable {
    public let url: URL
    /// A secret that is created after the database. It shows that there was a database even if the mark is missing.
    private let secret: URL?

    private static let made = "made\n"
    private static let mayBeNew = "may be made anew\n"

    /// Creates the mark of the database at `database`, or of the PostgreSQL database that replaces it.
    /// - Parameter secret: The name of a file in `keys/` that is created after the database.
    public init(of database: URL, secret: String? = nil) {
        let keys = database.deletingLastPathComponent().appendingPathComponent("keys")
        url = keys.appendingPathComponent(database.deletingPathExtension().lastPathComponent + ".database")
        self.secret = secret.map { keys.appendingPathComponent($0) }
    }

    /// Lets the next start create a new database, although there was a database before. Throws `cannotOpen`.
    public func allowNewDatabase() throws(StorageError) { try SmallFile.write(DatabaseMark.mayBeNew, to: url) }

    /// The error that forbids a new database at `path` because there was one before; nil if a new one is allowed.
    package func loss(of path: String) -> StorageError? {
        evidence.map {
            .missing(path: path, service: url.deletingPathExtension().lastPathComponent, evidence: $0.path)
        }
    }

    private var evidence: URL? {
        if let text = try? String(contentsOf: url, encoding: .utf8) { return text == DatabaseMark.mayBeNew ? nil : url }
        return [url, secret].compactMap(\.self).first { FileManager.default.fileExists(atPath: $0.path) }
    }

    package func record() throws(StorageError) {
        if (try? String(contentsOf: url, encoding: .utf8)) == DatabaseMark.made { return }
        try SmallFile.write(DatabaseMark.made, to: url)
    }
}
