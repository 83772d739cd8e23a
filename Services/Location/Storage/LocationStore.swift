import Foundation
import Models
import Storage

/// Stores devices, their locations, visitors and protection. Each method is one transaction, named like its message; its change
/// is on disk when it returns. Keys are checked inside, before the first change, so a refusal changes nothing. The caller
/// passes the time. An expired location is never returned, even if it is not purged yet.
struct LocationStore: Store {
    typealias Failure = LocationStoreError
    static let migrations = LocationSchema.migrations
    static let secretMadeAfter: String? = "device-keys.secret"

    let database: ServiceDatabase
    let hasher: DeviceKeyHasher
    let policy: LocationPolicy
    let visitsUnderway: VisitsUnderway
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

    /// Device keys are useless without their secret.
    static func holdsKeys(_ database: ServiceDatabase) async throws -> Bool {
        try await database.read { try DeviceTable(connection: $0).holdsKeys() }
    }
}

extension LocationStore {
    /// Writes, and then reports the devices to followers. A failed write may have happened, so it is reported too; a refused
    /// one has changed nothing.
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

    func check(
        _ key: DeviceKey?, of device: DeviceID, _ row: DeviceRow?, _ decide: (DeviceID, KeyCheck) -> Refusal?
    ) throws -> KeyCheck {
        let check = hasher.check(key, against: row?.key)
        if let refusal = decide(device, check) { throw refusal }
        return check
    }
}

struct AccessResult<Value: Sendable>: Sendable {
    let value: Value
    var proven: [DeviceID] = []
}

typealias LocationStoreError = StoreFailure<Refusal>

extension WritePartition {
    static func device(_ device: DeviceID) -> WritePartition { .key(device.text) }

    static func devices(_ devices: [DeviceID]) -> WritePartition { .keys(devices.map(\.text)) }
}
