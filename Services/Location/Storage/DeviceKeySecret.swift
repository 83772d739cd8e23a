// The installation's secret under which device keys are hashed: a file for its owner only.

import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The file that holds the secret of the device keys.
///
/// It stands beside the database, not in it, so that who gets a copy of the database alone cannot try keys. Without it no
/// device key can be proven any more: it belongs in every backup.
struct DeviceKeySecret {
    let url: URL

    /// How many bytes the secret has.
    static let length = 32

    /// Why the secret cannot be had.
    enum Failure: Error, Equatable, CustomStringConvertible {
        case unusable(path: String, reason: String)
        case lost(path: String)

        var description: String {
            switch self {
            case .unusable(let path, let reason): "cannot use the secret of the device keys, \(path): \(reason)"
            case .lost(let path):
                "\(path) is missing, and without it no stored device key works; put it back from a backup."
                    + " If it is lost for good, make a new one with: head -c \(length) /dev/urandom > \(path)"
            }
        }
    }

    /// Reads the secret, or makes it when there is none and nothing needs an old one.
    ///
    /// - Parameters:
    ///   - isNeeded: whether keys are stored that were hashed with the old secret.
    ///   - random: gives so many random bytes.
    func load(isNeeded: Bool, random: (Int) -> [UInt8]) throws(Failure) -> [UInt8] {
        if let secret = try read() { return secret }
        if isNeeded { throw .lost(path: url.path) }
        try write(random(DeviceKeySecret.length))
        guard let secret = try read() else { throw unusable("it vanished") }
        return secret
    }

    /// Nil when there is no file.
    private func read() throws(Failure) -> [UInt8]? {
        let descriptor = open(url.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw systemFailure()
        }
        defer { _ = close(descriptor) }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0 else { throw systemFailure() }
        guard facts.st_mode & 0o077 == 0 else { throw unusable("others may read it; run chmod 600 on it") }
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = bytes.withUnsafeMutableBytes { Foundation.read(descriptor, $0.baseAddress, $0.count) }
        guard count >= 0 else { throw systemFailure() }
        guard count >= DeviceKeySecret.length else { throw unusable("it is too short; it has been damaged") }
        return Array(bytes.prefix(count))
    }

    /// Complete and on disk under its name, or not there: a half-written secret would void every key made with it.
    private func write(_ secret: [UInt8]) throws(Failure) {
        do {
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        } catch {
            throw unusable("its folder cannot be made")
        }
        let draft = url.path + ".new"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw systemFailure() }
        let count = secret.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
        let isOnDisk = count == secret.count && fsync(descriptor) == 0
        let failure = systemFailure()
        _ = close(descriptor)
        guard isOnDisk else { throw failure }
        guard rename(draft, url.path) == 0 else { throw systemFailure() }
        try syncFolder()
    }

    /// The name is on disk only when the folder is.
    private func syncFolder() throws(Failure) {
        let folder = open(url.deletingLastPathComponent().path, O_RDONLY | O_CLOEXEC)
        guard folder >= 0 else { throw systemFailure() }
        defer { _ = close(folder) }
        guard fsync(folder) == 0 else { throw systemFailure() }
    }

    private func systemFailure() -> Failure { unusable(String(cString: strerror(errno))) }

    private func unusable(_ reason: String) -> Failure { .unusable(path: url.path, reason: reason) }
}
