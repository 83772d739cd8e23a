// A secret of this installation that stands beside a database: a file for its owner only.

public import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file with random bytes under which a service seals or hashes what its database holds.
///
/// It stands beside the database, not in it, so that a copy of the database alone is of no use to anybody. What was
/// sealed or hashed with a lost secret is worthless, so the file belongs in every backup.
public struct SecretFile: Sendable {
    /// How many bytes a new secret has, and the fewest that are accepted.
    public static let length = 32

    /// Where the secret stands.
    public let url: URL
    private let name: String
    /// What to do when it is lost for good.
    public let advice: String

    /// Why the secret cannot be had. The description says what to do.
    public enum Failure: Error, Equatable, CustomStringConvertible {
        /// The file is there, or should be made, and that does not work.
        case unusable(name: String, path: String, reason: String)
        /// There is no room for the file.
        case full(name: String, path: String)
        /// The file is shorter than a secret.
        case damaged(path: String, advice: String)
        /// The file is gone and what was made with it is not.
        case lost(path: String, advice: String)
        /// The file holds another secret than the one that was used with what is stored.
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

    /// - Parameters:
    ///   - url: where the file stands; its folder is made with mode 0700.
    ///   - name: what the secret is, for the operator, for example `the secret of the device keys`.
    ///   - advice: what to do when it is lost for good, as a sentence.
    public init(_ url: URL, name: String, ifLost advice: String) {
        self.url = url
        self.name = name
        self.advice = advice
    }

    /// Reads the secret, or makes it when there is none and nothing needs an old one.
    ///
    /// - Parameters:
    ///   - isNeeded: whether something is stored that was made with the old secret.
    ///   - mayBeLonger: whether a secret counts that is longer than those that are made here, and so came from elsewhere.
    ///   - random: gives so many random bytes.
    /// - Throws: `lost`, `damaged`, `full`, or `unusable` when others may read the file or the system refuses.
    public func load(
        isNeeded: Bool, mayBeLonger: Bool = true, random: (Int) -> [UInt8]
    ) throws(Failure) -> [UInt8] {
        if let secret = try read() {
            guard mayBeLonger || secret.count == SecretFile.length else { throw foreign(secret) }
            return secret
        }
        if isNeeded { throw .lost(path: url.path, advice: advice) }
        // Of two processes that share the folder one makes it, and both take that.
        try storing { () throws(StorageError) in
            try SmallFile.create(Data(random(SecretFile.length)), at: url)
        }
        guard let secret = try read() else { throw unusable("it vanished") }
        return secret
    }

    /// What an operator makes beside a secret to say that it is another one on purpose.
    public static func replaced(_ secret: URL) -> URL { secret.appendingPathExtension("replaced") }

    /// Copies a secret to another place, complete or not at all, for its owner only.
    ///
    /// - Throws: `lost`, `damaged` and `full`, or `unusable` when one of the files cannot be used.
    public static func copy(_ source: URL, to target: URL) throws(Failure) {
        let former = SecretFile(source, name: "a secret", ifLost: "Take it from a backup.")
        guard let secret = try former.read() else { throw .lost(path: source.path, advice: former.advice) }
        try SecretFile(target, name: "the copy of a secret", ifLost: "Copy it again.").write(secret)
    }

    /// Nil when there is no file.
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

    /// Complete and on disk under its name, or not there: half a secret would void all that is made with it.
    private func write(_ secret: [UInt8]) throws(Failure) {
        try storing { () throws(StorageError) in try SmallFile.write(Data(secret), to: url) }
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

    private func foreign(_ secret: [UInt8]) -> Failure {
        unusable(
            """
            it has \(secret.count) bytes in place of \(SecretFile.length), so it is something else; move it away, and the \
            next start makes one
            """)
    }

    private func systemFailure() -> Failure { unusable(String(cString: strerror(errno))) }

    private func unusable(_ reason: String) -> Failure { .unusable(name: name, path: url.path, reason: reason) }
}
