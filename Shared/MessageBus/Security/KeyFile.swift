import Foundation
import Models

/// A file with one key, a line of 40 characters.
struct KeyFile {
    let path: String
    let isSecret: Bool

    var exists: Bool { access(path, F_OK) == 0 }

    func load(of service: ServiceName) throws(CurveKeyError) -> String {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            throw errno == ENOENT ? .missing(path: path, of: service) : failure()
        }
        defer { _ = close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw failure() }
        if isSecret, status.st_mode & 0o077 != 0 { throw .readableByOthers(path: path) }
        // A key and its line end; a longer file is no key.
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = bytes.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
        guard count >= 0 else { throw failure() }
        let line = bytes.prefix(count).prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        return String(decoding: line, as: UTF8.self)
    }

    /// A reader sees the old key or the new one. The mode is set before the key is written, whatever the umask.
    func store(_ key: String) throws(CurveKeyError) {
        let draft = path + ".new"
        unlink(draft)
        let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw failure() }
        let line = Array((key + "\n").utf8)
        let isWritten =
            fchmod(file, isSecret ? 0o600 : 0o644) == 0 && write(file, line, line.count) == line.count
            && fsync(file) == 0
        let failed = failure()
        _ = close(file)
        guard isWritten else { throw failed }
        guard rename(draft, path) == 0 else { throw failure() }
    }

    private func failure() -> CurveKeyError { .file(path: path, reason: systemReason()) }
}
