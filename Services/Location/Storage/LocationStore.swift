// The store of the location service: its parts, and how it fails. Its methods stand beside it.

import Foundation
import Models
import Storage

/// Keeps devices, their locations, visitors and protection. One method is one transaction, named like its message.
///
/// When a method returns, its change is on the disk. Keys are checked inside the transaction, before its first change,
/// so a refusal changes nothing. The caller gives the time. An expired location is never returned, whether or not it
/// has been purged.
///
/// - Throws: `LocationStoreError`, all methods.
struct LocationStore: Store {
    typealias Failure = LocationStoreError
    static let migrations = LocationSchema.migrations
    static let secretMadeAfter: String? = "device-keys.secret"

    let database: ServiceDatabase
    let hasher: DeviceKeyHasher
    let policy: LocationPolicy
    let visitsUnderway: VisitsUnderway
    /// Told of each change of a device.
    let changes: DeviceChanges

    var rules: AccessRules { AccessRules(policy: policy) }

    init(
        _ database: ServiceDatabase, hasher: DeviceKeyHasher, policy: LocationPolicy,
        visitsUnderway: VisitsUnderway = VisitsUnderway(), changes: DeviceChanges = DeviceChanges()
    ) {
        self.changes = changes
        self.visitsUnderway = visitsUnderway
        self.database = database
        self.hasher = hasher
        self.policy = policy
    }

    /// Whether the database holds device keys, which are worth nothing without the secret they were made with.
    static func holdsKeys(_ database: ServiceDatabase) async throws -> Bool {
        try await database.read { try DeviceTable(connection: $0).holdsKeys() }
    }
}

extension LocationStore {
    /// Does a write, and tells those who follow the devices of it. Of a write that fails nobody can be sure that it was
    /// not done; one that is refused has changed nothing.
    func write<Value: Sendable>(
        telling devices: [DeviceID], on partition: WritePartition = .common,
        reading reads: @autoclosure () -> [SQL] = [],
        _ body: @escaping @Sendable (Connection) throws -> Value
    ) async throws(LocationStoreError) -> Value {
        do throws(LocationStoreError) {
            let value = try await write(on: partition, reading: reads(), body)
            changes.record(devices)
            return value
        } catch {
            if case .refused = error { throw error }
            changes.record(devices)
            throw error
        }
    }

    /// What a shown key proves about a device. Throws the refusal that `decide` makes of it.
    func check(
        _ key: DeviceKey?, of device: DeviceID, _ row: DeviceRow?, _ decide: (DeviceID, KeyCheck) -> Refusal?
    ) throws -> KeyCheck {
        let check = hasher.check(key, against: row?.key)
        if let refusal = decide(device, check) { throw refusal }
        return check
    }
}

/// What a store answers to a request that the rules let through.
struct AccessResult<Value: Sendable>: Sendable {
    let value: Value
    /// The devices whose key the request proved.
    var proven: [DeviceID] = []
}

/// Why the store does not do what it is asked.
typealias LocationStoreError = StoreFailure<Refusal>
