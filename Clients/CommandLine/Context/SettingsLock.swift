import Balise
import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Also between processes. The lock is held while this object exists, and ends with its process.
final class SettingsLock: Sendable {
    private let descriptor: Int32

    /// Creates the folder if necessary.
    init(in folder: URL) async throws(BaliseError) {
        let file = folder.appendingPathComponent("settings.lock", isDirectory: false)
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .storage("the folder \(folder.path) cannot be made: \(error.localizedDescription)")
        }
        descriptor = open(file.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .storage("\(file.path) cannot be opened: error \(errno)") }
        // A blocking call would hold up a thread that the holder may need.
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            let code = errno
            guard code == EWOULDBLOCK || code == EINTR else {
                throw .storage("\(file.path) cannot be locked: error \(code)")
            }
            do { try await Task.sleep(for: .milliseconds(10)) } catch { throw .cancelled }
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }
}
