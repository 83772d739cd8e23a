import Foundation
import Models

/// Only its owner can read it. Apple limits how often a team makes a new token: after a few restarts with a new one each,
/// pushes would wait for 20 minutes.
struct ProviderTokenFile: Sendable {
    struct NotWritten: Error {}

    let url: URL

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
