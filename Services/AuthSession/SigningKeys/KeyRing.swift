// The signing keys in memory: which one signs, which ones verify.

import Crypto
import Foundation
import Models
import Synchronization

/// The signing keys, opened once and kept in memory.
final class KeyRing: Sendable {
    private let schedule: KeySchedule
    private let store: SessionStore
    private let seal: SymmetricKey
    /// In the order in which they sign.
    private let keys = Mutex<[SigningKey]>([])
    private let random: @Sendable (Int) -> [UInt8]

    /// Why the keys cannot be used.
    enum Failure: Error, CustomStringConvertible {
        case sealedOtherwise(secretPath: String)

        var description: String {
            switch self {
            case .sealedOtherwise(let path):
                "the signing keys in the database were sealed with another secret than \(path); put the right one back"
                    + " from a backup of the same time"
            }
        }
    }

    /// Opens the keys that are stored; there are none before the first start.
    ///
    /// - Parameter secretPath: where the secret lies that they are sealed with, for the operator.
    init(
        store: SessionStore, schedule: KeySchedule, seal: SymmetricKey, secretPath: String,
        random: @escaping @Sendable (Int) -> [UInt8]
    ) throws {
        self.store = store
        self.schedule = schedule
        self.seal = seal
        self.random = random
        do { try reload() } catch is CryptoKitError { throw Failure.sealedOtherwise(secretPath: secretPath) }
    }

    /// The key that signs; nil before the first one is made.
    func signing(at now: UnixTime) -> SigningKey? {
        keys.withLock { keys in KeySchedule.signing(keys.map(\.activeFrom), at: now).map { keys[$0] } }
    }

    /// The key called `id`, also when it has not signed for long.
    func key(_ id: String) -> SigningKey? { keys.withLock { keys in keys.last { $0.id == id } } }

    /// The keys with which tokens can be verified that count now or soon, the one that signs first.
    func published(at now: UnixTime) -> [SigningKey] {
        let keys = keys.withLock { $0 }
        let moments = keys.map(\.activeFrom)
        guard let signing = KeySchedule.signing(moments, at: now) else { return [] }
        let others = keys.indices.reversed().filter { index in
            let retiredAt = KeySchedule.retirement(of: index, among: moments, at: now)
            return index != signing && schedule.isPublished(retiredAt: retiredAt, at: now)
        }
        return ([signing] + others).map { keys[$0] }
    }

    /// Makes the first key, or the next one when it is due, and deletes keys that no session can need. Gives the new
    /// key, if any.
    func keepUp(at now: UnixTime) async throws -> SigningKey? {
        let keys = keys.withLock { $0 }
        let moments = keys.map(\.activeFrom)
        let old = keys.indices.filter { index in
            let retiredAt = KeySchedule.retirement(of: index, among: moments, at: now)
            return !schedule.isNeeded(retiredAt: retiredAt, at: now)
        }
        let next = schedule.nextMoment(after: moments, at: now)
        guard next != nil || !old.isEmpty else { return nil }
        let made = try next.map { try SigningKey.make(id: opaqueIDText(random(8)), activeFrom: $0) }
        try await store.changeSigningKeys(
            adding: try made?.sealed(with: seal), removing: old.map { keys[$0].id }, waitingFrom: nil)
        try reload()
        return made
    }

    /// Makes a key that signs at once, in place of one that may wait for its turn.
    func rotate(at now: UnixTime) async throws -> SigningKey {
        let made = try SigningKey.make(id: opaqueIDText(random(8)), activeFrom: now)
        try await store.changeSigningKeys(adding: try made.sealed(with: seal), removing: [], waitingFrom: now)
        try reload()
        return made
    }

    /// Reads the keys within the lock, so that of two changes at once the later one stays.
    private func reload() throws {
        try keys.withLock { keys in
            keys = try store.signingKeys().map { stored in
                try keys.first { $0.id == stored.id } ?? SigningKey(stored, seal: seal)
            }
        }
    }
}
