public import Foundation

/// A file with random bytes that encrypt or hash values in a service's database. It is not in the database, so that a
/// copy of the database alone is useless. Every backup must contain it.
public struct SecretFile: Sendable {
    /// The length of a new secret in bytes, and the smallest length that is accepted.
    public static let length = 32

    public let url: URL
    private let name: String
    public let advice: String

    /// Why a secret cannot be used. The description contains advice.
    public enum Failure: Error, Equatable, CustomStringConvertible {
        /// The file cannot be read or created.
        case unusable(name: String, path: String, reason: String)
        case full(name: String, path: String)
        case damaged(path: String, advice: String)
        /// The file is gone, but values that need it remain.
        case lost(path: String, advice: String)
        /// The file contains another secret than the stored values need.
        case another(path: String, advice: String)

        public var description: String {
            switch self {
            case .unusable(let name, let path, let reason): "cannot use \(name), \(path): \(reason)"
            case .full(let name, let path): "no space left for \(name), \(path); free some"
            case .damaged(let path, let advice):
                "\(path) is damaged: it has fewer than \(SecretFile.length) bytes; put it back from a backup. \(advice)"
            case .lost(let path, let advice):
                "\(path) is missing; put it back from a backup, or copy it from another process of this service. "
                    + advice
            case .another(let path, let advice):
                "\(path) is not the secret that the database was used with; put back the one from the backup that the "
                    + "database is from, or copy the one of another process of this service. \(advice)"
            }
        }
    }

    /// Refers to a secret.
    /// - Parameters:
    ///   - url: The file; its folder is created with mode 0700.
    ///   - name: The name for the operator, for example `the secret of the device keys`.
    public init(_ url: URL, name: String, ifLost advice: String) {
        (self.url, self.name, self.advice) = (url, name, advice)
    }

    /// Reads the secret. Creates a missing secret, unless stored values need it.
    /// - Parameter mayBeLonger: Whether a secret may be longer than the secrets that are created here, because it is
    ///   from elsewhere.
    /// - Throws: `lost`, `damaged`, `full`, or `unusable` if other users may read the file or the system refuses.
    public func load(isNeeded: Bool, mayBeLonger: Bool = true, random: (Int) -> [UInt8]) throws(Failure) -> [UInt8] {
        if let secret = try read() {
            guard mayBeLonger || secret.count == SecretFile.length else {
                throw unusable(
                    """
                    it has \(secret.count) bytes in place of \(SecretFile.length), so it is something else; move it away, \
                    and the next start makes one
                    """)
            }
            return secret
        }
        if isNeeded { throw .lost(path: url.path, advice: advice) }
        // If two processes share the folder, one creates the secret, and both use it.
        try storing { () throws(StorageError) in
            try SmallFile.create(Data(random(SecretFile.length)), at: url)
        }
        guard let secret = try read() else { throw unusable("it vanished") }
        return secret
    }

    /// The file with which an operator confirms that a secret was replaced on purpose.
    public static func replaced(_ secret: URL) -> URL { secret.appendingPathExtension("replaced") }

    /// Copies a secret atomically into a private file. Throws `lost`, `damaged`, `full` or `unusable`.
    public static func copy(_ source: URL, to target: URL) throws(Failure) {
        let former = SecretFile(source, name: "a secret", ifLost: "Take it from a backup.")
        guard let secret = try former.read() else { throw .lost(path: source.path, advice: former.advice) }
        // The copy is atomic, because half a secret would make everything that uses it worthless.
        try SecretFile(target, name: "the copy of a secret", ifLost: "Copy it again.").storing {
            () throws(StorageError) in try SmallFile.write(Data(secret), to: target)
        }
    }

    private func read() throws(Failure) -> [UInt8]? {
        let descriptor = open(url.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw systemFailure()
        }
        defer { _ = close(descriptor) }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0 else { throw systemFailure() }
        guard facts.st_mode & 0o077 == 0 else { throw unusable("others may read it; run chmod 600 on it") }
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = bytes.withUnsafeMutableBytes { Foundation.read(descriptor, $0.baseAddress, $0.count) }
        guard count >= 0 else { throw systemFailure() }
        guard count >= SecretFile.length else { throw .damaged(path: url.path, advice: advice) }
        return Array(bytes.prefix(count))
    }

    private func storing(_ body: () throws(StorageError) -> Void) throws(Failure) {
        do throws(StorageError) { try body() } catch {
            throw switch error {
            case .diskFull: .full(name: name, path: url.path)
            case .readOnly: unusable("its file system is mounted read-only")
            case .cannotOpen(_, let reason): unusable(reason)
            default: unusable("\(error)")
            }
        }
    }

    private func systemFailure() -> Failure { unusable(lastSystemError()) }

    private func unusable(_ reason: String) -> Failure { .unusable(name: name, path: url.path, reason: reason) }
}

/// Identifies a database's secret, so that no process uses the database with another secret.
public enum SecretCheck {
    public static let table: SQL = """
        CREATE TABLE secret_check (
            one INTEGER PRIMARY KEY CHECK (one = 1),
            code BLOB NOT NULL
        ) STRICT;
        """

    /// Returns the recorded code; nil before the first process has recorded one.
    nonisolated(nonsending) public static func read(_ database: ServiceDatabase) async throws -> [UInt8]? {
        try await database.read { try $0.value("SELECT code FROM secret_check") }
    }

    /// Records the code of this process's secret. If several processes start with different secrets, the first wins.
    /// Returns false if the database is used with another secret.
    /// - Parameter code: Identifies the secret without revealing it.
    public static func record(_ code: [UInt8], replacing: Bool, in database: ServiceDatabase) async throws -> Bool {
        if try await read(database) == code { return true }
        return try await database.write { connection in
            let known: [UInt8]? = try connection.value("SELECT code FROM secret_check")
            if let known, known != code, !replacing { return false }
            try connection.run(
                """
                INSERT INTO secret_check (one, code) VALUES (1, \(code)) \
                ON CONFLICT (one) DO UPDATE SET code = excluded.code
                """)
            return true
        }
    }
}
