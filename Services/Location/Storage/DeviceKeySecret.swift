import Foundation
import Storage

struct DeviceKeySecret {
    let hasher: DeviceKeyHasher
    private let file: SecretFile
    private let replaced: URL

    /// Reads the secret, or creates it if no key was ever stored. Throws `SecretFile.Failure` if keys are stored and
    /// the secret is missing, or is not the secret of these keys. An operator can allow another secret.
    init(at url: URL, for database: ServiceDatabase, random: (Int) -> [UInt8]) async throws {
        file = .deviceKeys(at: url)
        replaced = SecretFile.replaced(url)
        let holdsKeys = try await database.read { try DeviceTable(connection: $0).holdsKeys() }
        hasher = DeviceKeyHasher(secret: try file.load(isNeeded: holdsKeys, random: random))
        guard holdsKeys, !FileManager.default.fileExists(atPath: replaced.path) else { return }
        guard try await SecretCheck.read(database) != hasher.check else { return }
        throw SecretFile.Failure.another(path: url.path, advice: file.advice)
    }

    /// Stores the check in the database. Call it before the first key is created. Throws `SecretFile.Failure` if
    /// another process was faster, with another secret.
    func record(in database: ServiceDatabase) async throws {
        // If no other process can be running, or an operator allows another secret, the check may be replaced.
        let mayReplace = !database.mayBeShared || FileManager.default.fileExists(atPath: replaced.path)
        guard try await SecretCheck.record(hasher.check, replacing: mayReplace, in: database) else {
            throw SecretFile.Failure.another(path: file.url.path, advice: file.advice)
        }
        try SmallFile.remove(replaced)
    }
}

extension SecretFile {
    /// Describes the file of the secret. Without this secret no device key works any more.
    static func deviceKeys(at url: URL) -> SecretFile {
        SecretFile(
            url, name: "the secret of the device keys",
            ifLost:
                """
                If it is lost for good, no stored device key works any more; stop all processes of this service and \
                make a new one with: \(replacement(of: url))
                """)
    }

    /// A shell command that creates a new secret, readable by its owner only, and marked as replaced.
    private static func replacement(of url: URL) -> String {
        "(umask 077; head -c \(length) /dev/urandom > \(quoted(url.path)) "
            + "&& touch \(quoted(replaced(url).path)))"
    }

    private static func quoted(_ path: String) -> String {
        "'" + path.replacingOccurrences(of: "'", with: #"'\''"#) + "'"
    }
}
