// The provider token that outlives the program.

import Foundation
import Models

/// Keeps the provider token in a file for its owner only.
///
/// Apple takes a new token only so often. A program that made one with each start would be refused after a few of them,
/// and what waits would wait for 20 minutes.
struct ProviderTokenFile: Sendable {
    /// Why there is no file.
    struct NotWritten: Error {}

    let url: URL

    /// The text that was written last; nil when there is none.
    func read() -> String? {
        (try? Data(contentsOf: url)).map { String(decoding: $0, as: UTF8.self) }
    }

    func write(_ token: SecretText) throws {
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        guard
            FileManager.default.createFile(
                atPath: url.path, contents: Data(token.value.utf8), attributes: [.posixPermissions: 0o600])
        else { throw NotWritten() }
    }
}
