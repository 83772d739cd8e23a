public import Foundation

/// Stores the app's secrets across restarts: the Keychain on Apple systems, a file with mode 0600 elsewhere. Many tasks
/// may use a store at once. A `write` is durable when it returns; an interrupted `write` leaves the old value.
public protocol BaliseSecretStore: Sendable {
    /// Reads the secret with a name; nil if the store has no such secret.
    /// - Throws: `storage` when the store cannot be read.
    func read(_ name: String) async throws(BaliseError) -> Data?

    /// Stores a secret. It replaces an earlier secret with the same name.
    func write(_ data: Data, _ name: String) async throws(BaliseError)

    /// Removes a secret. Removing a missing secret succeeds.
    func remove(_ name: String) async throws(BaliseError)
}

/// Stores secrets in memory, for tests, previews, and apps that must forget them.
public actor MemorySecretStore: BaliseSecretStore {
    private var kept: [String: Data] = [:]

    public init() {}

    public func read(_ name: String) -> Data? { kept[name] }

    public func write(_ data: Data, _ name: String) { kept[name] = data }

    public func remove(_ name: String) { kept[name] = nil }
}
