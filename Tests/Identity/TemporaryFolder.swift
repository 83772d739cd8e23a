// A folder that lives as long as a test.

import Foundation

/// A folder of its own for a test, with a path short enough for sockets; removed with its content at the end.
final class TemporaryFolder: Sendable {
    let url: URL

    init() throws {
        url = URL(fileURLWithPath: "/tmp/balise-\(UInt64.random(in: 0 ... .max))")
        try FileManager.default.createDirectory(
            at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    deinit { try? FileManager.default.removeItem(at: url) }
}
