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

    /// Writes a file and returns its path.
    func write(_ text: String, to name: String) throws -> String {
        let file = url.appendingPathComponent(name)
        try Data(text.utf8).write(to: file)
        return file.path
    }

    /// The permission bits of what stands at `name`.
    func mode(_ name: String) throws -> Int {
        let path = name.isEmpty ? url.path : url.appendingPathComponent(name).path
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return (attributes[.posixPermissions] as? Int) ?? -1
    }
}
