// The signing keys in memory: which one signs, which ones verify.

import Crypto
import Foundation
import Models
import Storage
import Synchronization

/// The signing keys, kept in memory, and read again when another process has changed them.
///
/// A change is announced (`SessionStore.signingKeysChanged`). A token may be faster than that, so a key that is not
/// known is looked for (`find`) before the token is refused.
final class KeyRing: Sendable {
    private let schedule: KeySchedule
    private let store: SessionStore
    private let seal: SymmetricKey
    private let state = Mutex(State())
    private let random: @Sendable (Int) -> [UInt8]

    private struct State {
        /// In the order in which they sign.
        var keys: [SigningKey] = []
        /// How often they have been read from the store.
        var readings = 0
        /// The next reading for keys that are not known, for which all wait who miss one.
        var search: Task<Void, Never>?
        var searchedAt: ContinuousClock.Instant?
        /// How many wait for it.
        var searching = 0
    }

    /// The least time between two readings for keys that are not known: anybody can make one up.
    private static let searchPause = Duration.seconds(1)
    /// More than this do not wait for the next reading.
    private static let maximumSearching = 64

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
    ) async throws {
        self.store = store
        self.schedule = schedule
        self.seal = seal
        self.random = random
        do { try await reload() } catch is CryptoKitError { throw Failure.sealedOtherwise(secretPath: secretPath) }
        store.database.onCommit(changing: SessionStore.signingKeysChanged) { [weak self] in
            // Should it fail, `find` and the next `keepUp` read them.
            Task { try? await self?.reload() }
        }
    }

    /// The key that signs; nil before the first one is made.
    func signing(at now: UnixTime) -> SigningKey? {
        let keys = keys
        return KeySchedule.signing(keys.map(\.activeFrom), at: now).map { keys[$0] }
    }

    /// The key called `id`, also when it has not signed for long.
    func key(_ id: String) -> SigningKey? { keys.last { $0.id == id } }

    /// Whether another process may make keys.
    var mayMissKeys: Bool { store.database.mayBeShared }

    /// Finds out whether the key called `id` is there, also when another process made it a moment ago.
    func find(_ id: String) async -> Bool {
        if key(id) != nil { return true }
        guard mayMissKeys, let search = search() else { return false }
        await search.value
        state.withLock { $0.searching -= 1 }
        return key(id) != nil
    }

    /// A reading that begins after this call; nil when too many wait already.
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

    /// The keys with which tokens can be verified that count now or soon, the one that signs first.
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

    /// Makes the first key, or the next one when it is due, and deletes keys that no session can need. Gives the new
    /// key, if any.
    func keepUp(at now: UnixTime) async throws -> SigningKey? {
        while true {
            // Others may have done what is due.
            try await reload()
            let (isDone, made) = try await keepUp(keys, at: now)
            if isDone { return made }
        }
    }

    /// - Returns: Whether it was done: other keys may be stored meanwhile than those by which it was decided.
    private func keepUp(
        _ keys: [SigningKey], at now: UnixTime
    ) async throws -> (isDone: Bool, made: SigningKey?) {
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

    /// For how many seconds a key that `rotate` makes is published before it signs. Other processes hear of it within moments,
    /// and whoever verifies its first token may ask any of them for the key.
    var announcement: Int64 { mayMissKeys ? KeySchedule.announcement : 0 }

    /// Makes a key that signs when it has been announced, in place of those that would sign later.
    func rotate(at now: UnixTime) async throws -> SigningKey {
        let moment = now.adding(seconds: announcement)
        let made = try SigningKey.make(id: opaqueIDText(random(8)), activeFrom: moment)
        try await store.changeSigningKeys(adding: try made.sealed(with: seal), removing: [], waitingFrom: moment)
        try await reload()
        return made
    }

    /// In the order in which they sign.
    private var keys: [SigningKey] { state.withLock { $0.keys } }

    /// Reads the keys, and reads them again when somebody else has done so meanwhile: of two changes at once the later
    /// one stays.
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
