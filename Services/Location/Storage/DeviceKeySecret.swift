// The installation's secret under which device keys are hashed.

import Foundation
import Storage

/// The secret of the device keys: the file, and whether it is the one that the database was used with.
struct DeviceKeySecret {
    let hasher: DeviceKeyHasher
    private let file: SecretFile
    private let replaced: URL

    /// Reads the secret, or makes it where no key was ever stored.
    ///
    /// - Throws: `SecretFile.Failure` when it is gone, or is another than the one that stored keys were made with,
    ///   unless an operator has said that it was replaced.
    init(at url: URL, for database: ServiceDatabase, random: (Int) -> [UInt8]) async throws {
        file = .deviceKeys(at: url)
        replaced = SecretFile.deviceKeysReplaced(url)
        let holdsKeys = try await LocationStore.holdsKeys(database)
        hasher = DeviceKeyHasher(secret: try file.load(isNeeded: holdsKeys, random: random))
        guard holdsKeys, !FileManager.default.fileExists(atPath: replaced.path) else { return }
        guard try await SecretCheck.read(database) != hasher.check else { return }
        throw SecretFile.Failure.another(path: url.path, advice: file.advice)
    }

    /// Notes in the database that this is its secret; before the first key is made with it.
    ///
    /// - Throws: `SecretFile.Failure` when another process was quicker, with another one.
    func record(in database: ServiceDatabase) async throws {
        // Where no other process can be at work, and no key is stored, any secret is as good as another.
        let mayReplace = !database.mayBeShared || FileManager.default.fileExists(atPath: replaced.path)
        guard try await SecretCheck.record(hasher.check, replacing: mayReplace, in: database) else {
            throw SecretFile.Failure.another(path: file.url.path, advice: file.advice)
        }
        try SmallFile.remove(replaced)
    }
}

extension SecretFile {
    /// The file of the device keys' secret. Without it no device key can be proven any more.
    static func deviceKeys(at url: URL) -> SecretFile {
        SecretFile(
            url, name: "the secret of the device keys",
            ifLost:
                """
                If it is lost for good, no stored device key works any more; stop all processes of this service and \
                make a new one with: \
                \(replacement(of: url))
                """)
    }

    /// What an operator makes beside the secret to say that it is another one on purpose.
    static func deviceKeysReplaced(_ url: URL) -> URL { replaced(url) }

    /// A line for a shell that makes a new secret, for its owner only, and says so.
    private static func replacement(of url: URL) -> String {
        "(umask 077; head -c \(length) /dev/urandom > \(quoted(url.path)) "
            + "&& touch \(quoted(deviceKeysReplaced(url).path)))"
    }

    /// As one word of a shell, whatever is in it.
    private static func quoted(_ path: String) -> String {
        "'" + path.replacingOccurrences(of: "'", with: #"'\''"#) + "'"
    }
}
