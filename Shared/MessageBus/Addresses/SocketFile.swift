import Foundation

/// The file of a Unix socket, with its lock file. libzmq deletes the file at the path before it binds, so a second
/// process would silently take over the callers of the first. The lock file prevents that. The system releases the lock
/// when the process ends, so a crash leaves no obstacle.
final class SocketFile: Sendable {
    /// The longest path that fits into `sockaddr_un` with its final zero.
    static let maximumPathLength = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

    private let path: String
    private let lockPath: String
    private let lock: Int32

    init(_ endpoint: Endpoint) throws(BusSetupError) {
        path = endpoint.address
        guard path.utf8.count <= SocketFile.maximumPathLength else {
            throw .pathTooLong(path: path, bytes: path.utf8.count, limit: SocketFile.maximumPathLength)
        }
        try SocketFile.prepareFolder(of: path)
        lockPath = path + ".lock"
        let descriptor = open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .file(path: lockPath, reason: systemReason()) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let isTaken = errno == EWOULDBLOCK
            let reason = systemReason()
            _ = close(descriptor)
            throw isTaken ? .addressTaken(endpoint) : .file(path: lockPath, reason: reason)
        }
        // The property is set last: once it is set, `deinit` would close the file a second time.
        lock = descriptor
    }

    deinit {
        // The lock file is not removed: otherwise two processes could lock two different files of the same name.
        _ = close(lock)
    }

    var isThere: Bool { access(path, F_OK) == 0 }

    /// Whether the lock is still valid. False if another file has replaced the lock file.
    var isLocked: Bool {
        var (held, found) = (stat(), stat())
        return fstat(lock, &held) == 0 && stat(lockPath, &found) == 0 && held.st_ino == found.st_ino
            && held.st_dev == found.st_dev
    }

    /// Makes the socket's file accessible only to its owner. Call it after the bind, whose mode follows the umask.
    func restrict() throws(BusSetupError) {
        guard chmod(path, 0o600) == 0 else { throw .file(path: path, reason: systemReason()) }
    }

    private static func prepareFolder(of path: String) throws(BusSetupError) {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
        guard !folder.isEmpty else { throw .file(path: path, reason: "a socket needs a folder of its own") }
        if mkdir(folder, 0o700) == 0 {
            // The mode is set again, because the umask may have removed bits that the owner needs.
            guard chmod(folder, 0o700) == 0 else { throw .file(path: folder, reason: systemReason()) }
            return
        }
        guard errno == EEXIST else { throw .file(path: folder, reason: systemReason()) }
        var status = stat()
        guard stat(folder, &status) == 0 else { throw .file(path: folder, reason: systemReason()) }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw .file(path: folder, reason: "not a folder") }
        guard status.st_mode & 0o077 == 0 else { throw .folderOpenToOthers(folder) }
    }
}

func systemReason(_ code: Int32 = errno) -> String { String(cString: strerror(code)) }
