// Where the secrets of an app are kept: what every store can do.

public import Foundation

/// Keeps secrets of the app over its restarts: the Keychain on Apple systems, a file with mode 0600 elsewhere.
///
/// A store may be used by many tasks at once. A `write` that has returned is kept, and one that was interrupted leaves
/// what was there before.
public protocol BaliseSecretStore: Sendable {
    /// What is kept under a name; nil for nothing.
    ///
    /// - Throws: `storage`, when it cannot be told whether there is something.
    func read(_ name: String) async throws(BaliseError) -> Data?

    /// Keeps something under a name, in place of what was there.
    func write(_ data: Data, _ name: String) async throws(BaliseError)

    /// Forgets what is kept under a name. It is no error if there is nothing.
    func remove(_ name: String) async throws(BaliseError)
}

/// Keeps secrets until the program ends, for tests, previews, and apps that shall forget.
public actor MemorySecretStore: BaliseSecretStore {
    private var kept: [String: Data] = [:]

    /// A store that holds nothing yet.
    public init() {}

    public func read(_ name: String) -> Data? { kept[name] }

    public func write(_ data: Data, _ name: String) { kept[name] = data }

    public func remove(_ name: String) { kept[name] = nil }
}
