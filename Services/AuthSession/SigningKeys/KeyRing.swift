import Crypto
import Foundation
import Models
import Storage
import Synchronization

/// The signing keys in memory, read again after a change by another process (`SessionStore.signingKeysChanged`). A
/// token may arrive earlier, so an unknown key is searched (`find`) before the token is refused.
final class KeyRing: Sendable {
    private let schedule: KeySchedule
    private let store: SessionStore
    private let seal: SymmetricKey
    private let state = Mutex(State())
    private let random: @Sendable (Int) -> [UInt8]

    private struct State {
        var keys: [SigningKey] = []
        var readings = 0
        /// The next reading for unknown keys. All callers that miss a key share it.
        var search: Task<Void, Never>?
        var searchedAt: ContinuousClock.Instant?
        var searching = 0
    }

    /// The least pause between two readings for unknown keys, because clients can invent key ids.
    private static let searchPause = Duration.seconds(1)
    /// The most callers that wait for a reading. Further callers do not wait.
    private static let maximumSearching = 64

    struct Failure: Error, CustomStringConvertible {
        let secretPath: String

        var description: String {
            "the signing keys in the database were sealed with another secret than \(secretPath); put the right one back"
                + " from a backup of the same time"
        }
    }

    /// Makes the ring. Errors for the operator name `secretPath`.
    init(
        store: SessionStore, schedule: KeySchedule, seal: SymmetricKey, secretPath: String,
        random: @escaping @Sendable (Int) -> [UInt8]
    ) async throws {
        (self.store, self.schedule, self.seal, self.random) = (store, schedule, seal, random)
        do { try await reload() } catch is CryptoKitError { throw Failure(secretPath: secretPath) }
        store.database.onCommit(changing: SessionStore.signingKeysChanged) { [weak self] in
            // If this fails, `find` and the next `keepUp` read the keys.
            Task { try? await self?.reload() }
        }
    }

    func signing(at now: UnixTime) -> SigningKey? {
        let keys = keys
        return KeySchedule.signing(keys.map(\.activeFrom), at: now).map { keys[$0] }
    }

    func key(_ id: String) -> SigningKey? { keys.last { $0.id == id } }

    var mayMissKeys: Bool { store.database.mayBeShared }

    /// Whether the key exists, even if another process has just made it.
    func find(_ id: String) async -> Bool {
        if key(id) != nil { return true }
        guard mayMissKeys, let search = search() else { return false }
        await search.value
        state.withLock { $0.searching -= 1 }
        return key(id) != nil
    }

    /// Returns a reading that begins after this call; nil if too many callers wait.
    private func search() -> Task<Void, Never>? {
        state.withLock { state in
            guard state.searching < KeyRing.maximumSearching else { return nil }
            state.searching += 1
            if let search = state.search { return search }
            let earliest = state.searchedAt.map { $0 + KeyRing.searchPause } ?? .now
            let search = Task {
                if earliest > .now { try? await Task.sleep(until: earliest) }
                self.state.withLock { state in
                    state.search = nil
                    state.searchedAt = .now
                }
                try? await self.reload()
            }
            state.search = search
            return search
        }
    }

    /// Returns the keys of valid or upcoming tokens; the current key first.
    func published(at now: UnixTime) -> [SigningKey] {
        let keys = keys
        let moments = keys.map(\.activeFrom)
        guard let signing = KeySchedule.signing(moments, at: now) else { return [] }
        let others = keys.indices.reversed().filter { index in
            let retiredAt = KeySchedule.retirement(of: index, among: moments, at: now)
            return index != signing && schedule.isPublished(retiredAt: retiredAt, at: now)
        }
        return ([signing] + others).map { keys[$0] }
    }

    /// Makes a key when it is due, and deletes keys that no session can need. Returns the new key, or nil.
    func keepUp(at now: UnixTime) async throws -> SigningKey? {
        while true {
            // Another process may have changed the keys.
            try await reload()
            let (isDone, made) = try await keepUp(keys, at: now)
            if isDone { return made }
        }
    }

    /// Makes or deletes keys by a decision about `keys`.
    /// - Returns: `isDone` is false if the stored keys have changed since the decision.
    private func keepUp(_ keys: [SigningKey], at now: UnixTime) async throws -> (isDone: Bool, made: SigningKey?) {
        let moments = keys.map(\.activeFrom)
        let old = keys.indices.filter { index in
            let retiredAt = KeySchedule.retirement(of: index, among: moments, at: now)
            return !schedule.isNeeded(retiredAt: retiredAt, at: now)
        }
        let next = schedule.nextMoment(after: moments, at: now)
        guard next != nil || !old.isEmpty else { return (true, nil) }
        let made = try next.map { try SigningKey.make(id: opaqueIDText(random(8)), activeFrom: $0) }
        let isDone = try await store.changeSigningKeys(
            adding: try made?.sealed(with: seal), removing: old.map { keys[$0].id }, waitingFrom: nil,
            known: keys.map(\.id))
        if isDone { try await reload() }
        return (isDone, made)
    }

    /// The seconds before a new key signs. It is above 0 if several processes run: a verifier of the first token may
    /// ask any of them for the key.
    var announcement: Int64 { mayMissKeys ? KeySchedule.announcement : 0 }

    /// Makes a key that signs after its announcement, and replaces keys that would start later.
    func rotate(at now: UnixTime) async throws -> SigningKey {
        let moment = now.adding(seconds: announcement)
        let made = try SigningKey.make(id: opaqueIDText(random(8)), activeFrom: moment)
        try await store.changeSigningKeys(adding: try made.sealed(with: seal), removing: [], waitingFrom: moment)
        try await reload()
        return made
    }

    private var keys: [SigningKey] { state.withLock { $0.keys } }

    /// Reads the keys, and reads them again if another task did so in between, so that the latest stored keys stay.
    private func reload() async throws {
        var isDone = false
        while !isDone {
            let readings = state.withLock { $0.readings }
            let stored = try await store.signingKeys()
            isDone = try state.withLock { state in
                guard state.readings == readings else { return false }
                state.keys = try stored.map { stored in
                    try state.keys.first { $0.id == stored.id } ?? SigningKey(stored, seal: seal)
                }
                state.readings += 1
                return true
            }
        }
    }
}
