// The lock that keeps a second process away from a database.

import Foundation
import Synchronization

/// Holds `<database>.lock` until it is released; the kernel lets go of it when the process ends, however it ends.
///
/// A file of its own, because SQLite's own locks on the database file would be dropped by closing another descriptor of
/// it. The file is left in place: removing it would let two processes hold locks on two files of the same name.
final class DatabaseLock: Sendable {
    private let descriptor: Mutex<Int32?>

    /// - Throws: `alreadyOpen` when somebody holds it, `cannotOpen` when the lock file cannot be made.
    init(for database: URL) throws(StorageError) {
        let path = database.path + ".lock"
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .failedWrite(to: URL(fileURLWithPath: path)) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let isHeld = errno == EWOULDBLOCK
            let reason = lastSystemError()
            close(descriptor)
            throw isHeld ? .alreadyOpen(path: database.path) : .cannotOpen(path: path, reason: reason)
        }
        self.descriptor = Mutex(descriptor)
    }

    deinit { release() }

    /// Lets others open the database.
    func release() {
        descriptor.withLock { descriptor in
            guard let open = descriptor else { return }
            // Closing alone would leave the lock with a child process that is just being started and has a copy.
            flock(open, LOCK_UN)
            close(open)
            descriptor = nil
        }
    }
}

/// The text of errno.
func lastSystemError() -> String { String(cString: strerror(errno)) }
