import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Locks a file for this process until the object is released. The lock is on a second file with the extension `.lock`,
/// because the file itself may be replaced.
///
/// The lock file stays: without it, two processes could lock two files of the same name.
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

    /// Creates the folder of a file (0700) if needed.
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
