import Crypto
public import Foundation
import Models

/// The token of the operations port: one line in a file of the data folder, which only its owner can read.
public enum OperatorToken {
    static let fileName = "operator.token"
    private static let length = 43
    private static let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".utf8)

    package static func file(in folder: URL) -> URL { folder.appendingPathComponent(fileName) }

    /// Loads the token. Creates the token and its folder if they are missing.
    public static func loadOrMake(in folder: URL) throws(StartError) -> Secret {
        try DataDirectory.make(folder)
        let file = file(in: folder)
        if let token = try read(file) { return token }
        let made = (0..<length).compactMap { _ in letters.randomElement() }
        try store(String(decoding: made, as: UTF8.self), in: file, replacing: false)
        guard let token = try read(file) else { throw .file(path: file.path, reason: "it vanished") }
        return token
    }

    static func load(in folder: URL) throws(StartError) -> Secret? { try read(file(in: folder)) }

    private static func read(_ file: URL) throws(StartError) -> Secret? {
        let descriptor = open(file.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw failure(file)
        }
        defer { _ = close(descriptor) }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0 else { throw failure(file) }
        guard facts.st_mode & 0o077 == 0 else {
            throw .file(path: file.path, reason: "others can read it; run chmod 600 on it, or remove it")
        }
        var bytes = [UInt8](repeating: 0, count: 512)
        let count = bytes.withUnsafeMutableBytes { Foundation.read(descriptor, $0.baseAddress, $0.count) }
        guard count >= 0 else { throw failure(file) }
        let line = bytes.prefix(count).prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        guard line.count >= length, line.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw .file(path: file.path, reason: "it holds no token; remove it, and a start makes another")
        }
        return Secret(String(decoding: line, as: UTF8.self))
    }

    /// Stores a token or its SHA-256. Without `replacing`, an existing file stays, even if another program has just
    /// created it.
    private static func store(_ text: String, in file: URL, replacing: Bool) throws(StartError) {
        // The draft's name is random, because programs in containers may all have the same process id.
        let draft = file.path + ".\(String(decoding: letters.shuffled().prefix(12), as: UTF8.self))"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure(file) }
        defer { _ = unlink(draft) }
        let line = Array((text + "\n").utf8)
        let count = line.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
        let isWritten = count == line.count && fchmod(descriptor, 0o600) == 0 && fsync(descriptor) == 0
        let failed = failure(file)
        _ = close(descriptor)
        guard isWritten else { throw failed }
        guard !replacing else {
            guard rename(draft, file.path) == 0 else { throw failure(file) }
            return
        }
        guard link(draft, file.path) == 0 || errno == EEXIST else { throw failure(file) }
    }

    private static func failure(_ file: URL) -> StartError {
        .file(path: file.path, reason: String(cString: strerror(errno)))
    }
}

// The edge has the token, so that the operator's commands find it there, and auth-session verifies it. With one data
// folder, the two read the same file. Otherwise auth-session gets only the token's SHA-256, from which 43 random
// characters cannot be found.
extension OperatorToken {
    /// The name of the file with the token's SHA-256, in 64 hexadecimal digits.
    static let digestFileName = "operator.digest"

    /// Loads the token from the folder of the bus keys, and copies it to the data folder. Without a token there, loads
    /// or creates the token of the data folder.
    public static func loadOrMake(for settings: Settings) throws(StartError) -> Secret {
        guard let prepared = try load(in: settings.keyFolder) else { return try loadOrMake(in: settings.dataDirectory) }
        try DataDirectory.make(settings.dataDirectory)
        if try load(in: settings.dataDirectory) != prepared {
            try store(prepared.value, in: file(in: settings.dataDirectory), replacing: true)
        }
        return prepared
    }

    /// Returns the SHA-256 with which the token is verified; nil if there is no token yet.
    public static func digest(for settings: Settings) throws(StartError) -> [UInt8]? {
        let file = settings.keyFolder.appendingPathComponent(digestFileName)
        if let text = try? String(contentsOf: file, encoding: .utf8) {
            let digits = Array(text.utf8.prefix(64))
            let bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
                UInt8(String(decoding: digits[$0...$0 + 1], as: UTF8.self), radix: 16)
            }
            guard bytes.count == 32 else {
                throw .file(
                    path: file.path, reason: "it holds no SHA-256; remove it, and run `keys` or `prepare` again")
            }
            return bytes
        }
        return try load(in: settings.dataDirectory).map { digest(of: $0.value) }
    }

    public static func digest(of token: String) -> [UInt8] { Array(SHA256.hash(data: Array(token.utf8))) }

    /// Creates a missing token in one folder, and its SHA-256 in another.
    static func make(in folder: URL, digestIn other: URL) throws(StartError) {
        let token = try loadOrMake(in: folder)
        let digits = hexadecimal(digest(of: token.value))
        try store(digits, in: other.appendingPathComponent(digestFileName), replacing: true)
    }
}
