import Crypto
import Foundation

// The edge has the token, so that the operator's commands find it there, and auth-session verifies it. With one data folder
// both read the same file; otherwise auth-session gets only its SHA-256, from which 43 random characters cannot be found.
extension OperatorToken {
    /// It contains the SHA-256 of the token, in 64 hexadecimal digits.
    static let digestFileName = "operator.digest"

    /// The token from the folder of the bus keys, which is copied to the data folder, or else the data folder's own.
    public static func loadOrMake(for settings: Settings) throws(StartError) -> Secret {
        guard let prepared = try load(in: settings.keyFolder) else { return try loadOrMake(in: settings.dataDirectory) }
        try DataDirectory.make(settings.dataDirectory)
        try replace(with: prepared, in: settings.dataDirectory)
        return prepared
    }

    /// The SHA-256 for verifying the token; nil if there is no token yet.
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
        let hexadecimal = digest(of: token.value).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
        try write(hexadecimal.joined(), to: other.appendingPathComponent(digestFileName))
    }
}
