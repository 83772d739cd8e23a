// The lock by which one process, and one object of it, has a file.

import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Holds a file for this process, by a lock on one of the same name with `.lock` beside it: the file itself may be
/// replaced meanwhile. Ends with this object.
///
/// The lock file stays: removing it would let two processes lock two files of the same name.
final class FileLock: Sendable {
    private let descriptor: Int32

    /// - Throws: `storage`, also when another process or object has the file.
    init(beside url: URL) throws(BaliseError) {
        let path = url.appendingPathExtension("lock").path
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileLock.failure("opened", path) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let isTaken = errno == EWOULDBLOCK
            let error = FileLock.failure("locked", path)
            _ = close(descriptor)
            if isTaken {
                throw .storage("\(url.path) is in use by another process or another outbox; only one may have it")
            }
            throw error
        }
        self.descriptor = descriptor
    }

    deinit { _ = close(descriptor) }

    /// Makes the folder of a file (0700) where there is none.
    static func makeFolder(of url: URL) throws(BaliseError) {
        let folder = url.deletingLastPathComponent()
        do {
            guard !FileManager.default.fileExists(atPath: folder.path) else { return }
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .storage("the folder \(folder.path) cannot be made: \(error.localizedDescription)")
        }
    }

    private static func failure(_ what: String, _ path: String) -> BaliseError {
        .storage("\(path) cannot be \(what): \(String(cString: strerror(errno)))")
    }
}
