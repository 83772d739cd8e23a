import Crypto
import Foundation
import Models
import Synchronization

/// Checks whether other users of the machine can read or replace the files of the data folder, and secrets elsewhere.
enum FileModes {
    /// The largest number of files that are checked.
    private static let maximum = 10_000

    /// Checks a data folder.
    /// - Parameter secrets: The files of secrets outside the folder. A group may read them, as is usual for TLS keys.
    ///   They cause only a warning, because a container often has no other users.
    static func check(_ folder: URL, secrets: [URL]) -> HealthFinding {
        var open: [String] = []
        if let mode = bits(of: folder), mode & 0o022 != 0 { open.append(folder.path) }
        let walker = FileManager.default.enumerator(atPath: folder.path)
        var looked = 0
        while let name = walker?.nextObject() as? String, looked < maximum {
            looked += 1
            guard isPrivate(name), let mode = bits(of: folder.appendingPathComponent(name)), mode & 0o077 != 0 else {
                continue
            }
            open.append(name)
        }
        guard open.isEmpty else {
            return .failure(
                "other users can read or change \(shown(open)) in \(folder.path)",
                "run chmod 600 on the files, and chmod 700 on the folder; replace secrets that others may have read")
        }
        open = secrets.filter(isOpen).map(\.path)
        guard open.isEmpty else {
            return .warning(
                "every user of this machine can read or change \(shown(open))",
                "run chmod o= on the files; replace secrets that others may have read")
        }
        return .ok("only the owner can read the databases and secrets in \(folder.path)")
    }

    private static func shown(_ files: [String]) -> String {
        files.sorted().prefix(5).joined(separator: ", ") + (files.count > 5 ? " and others" : "")
    }

    /// Whether every user can read or change a file. A folder above it that other users cannot enter protects the file.
    private static func isOpen(_ file: URL) -> Bool {
        guard let mode = bits(of: file), mode & 0o006 != 0 else { return false }
        var path = file.resolvingSymlinksInPath().path
        while path.count > 1 {
            path = NSString(string: path).deletingLastPathComponent
            guard let mode = bits(of: URL(fileURLWithPath: path)), mode & 0o001 != 0 else { return false }
        }
        return true
    }

    /// Whether a file may contain secrets. Sockets, locks and the texts of messages contain none.
    private static func isPrivate(_ name: String) -> Bool {
        let name = name.split(separator: "/").last ?? ""
        if name.hasSuffix(".lock") { return false }
        return name.contains(".sqlite") || name == "messages.log"
            || [".secret", ".token"].contains { name.hasSuffix($0) }
    }

    private static func bits(of file: URL) -> UInt32? {
        var facts = stat()
        return stat(file.path, &facts) == 0 ? UInt32(facts.st_mode) : nil
    }
}

/// Checks whether a service's secrets on disk are still those of the start, since a later start and a backup need them.
final class SecretChecks: Sendable {
    private let files: [URL]
    private let before: [Data?]

    /// Remembers the secrets. Call this when the service has made or read them.
    init(_ files: ServiceFiles?, in folder: URL) {
        self.files = (files?.secretNames ?? []).map(folder.appendingPathComponent)
        before = self.files.map(SecretChecks.digest)
    }

    func add(to readiness: Readiness) {
        guard !files.isEmpty else { return }
        readiness.add("secrets") { self.finding }
    }

    var finding: HealthFinding {
        for (file, known) in zip(files, before) where known != nil {
            guard let present = SecretChecks.digest(file) else {
                return .failure(
                    "\(file.path) is gone or unreadable, and the database needs it",
                    "put it back from a backup before you stop this program")
            }
            guard present == known else {
                return .failure(
                    "\(file.path) is another secret than the database is used with",
                    "put back the former one from a backup; the next start would use the wrong one, or refuse")
            }
        }
        return .ok("the secrets on disk are those that the database is used with")
    }

    private static func digest(_ file: URL) -> Data? {
        (try? Data(contentsOf: file)).map { Data(SHA256.hash(data: $0)) }
    }
}

/// The file system of a file, by the kernel's table of mounts.
struct FileSystemKind {
    let name: String

    init?(of file: URL) {
        guard let mounts = try? String(contentsOfFile: "/proc/self/mounts", encoding: .utf8) else { return nil }
        self.init(of: file.resolvingSymlinksInPath().path, mounts: mounts)
    }

    /// Finds the file system of a path; nil if it is unknown.
    /// - Parameter mounts: The table of mounts, in the form of fstab(5).
    init?(of path: String, mounts: String) {
        var best: (place: String, kind: String)?
        for line in mounts.split(separator: "\n") {
            let fields = line.split(separator: " ")
            guard fields.count > 2 else { continue }
            let place = String(fields[1]).replacing("\\040", with: " ")
            let isAbove = place == "/" || path == place || path.hasPrefix(place + "/")
            // A later mount hides an earlier mount at the same place.
            if isAbove, place.utf8.count >= best?.place.utf8.count ?? 0 { best = (place, String(fields[2])) }
        }
        guard let best else { return nil }
        name = best.kind
    }

    /// A warning if the file system does not keep its files; nil if it does.
    var finding: HealthFinding? {
        switch name {
        case "tmpfs", "ramfs":
            .warning("the data folder is in memory (\(name)): a restart loses it", "put the data folder on a disk")
        case "nfs", "nfs4", "cifs", "smb3", "9p", "fuse.sshfs":
            .warning(
                "the data folder is on \(name), whose locks and syncs SQLite cannot rely on",
                "put the data folder on a local disk, or use a PostgreSQL")
        default: nil
        }
    }
}
