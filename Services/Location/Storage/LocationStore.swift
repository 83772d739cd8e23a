import CBOR
import Foundation
import Models
import Storage

/// Stores devices, their locations, visitors and protection. Methods are named like their messages; a change is on disk
/// when its method returns. The methods check keys before the first change, so a refusal changes nothing. The caller
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
    var access: PlaceAccess { PlaceAccess(policy: policy) }

    init(
        _ database: ServiceDatabase, hasher: DeviceKeyHasher, policy: LocationPolicy,
        visitsUnderway: VisitsUnderway = VisitsUnderway(), changes: DeviceChanges = DeviceChanges()
    ) {
        (self.changes, self.visitsUnderway, self.database) = (changes, visitsUnderway, database)
        (self.hasher, self.policy) = (hasher, policy)
    }

    /// Writes, and then reports the devices to followers. A failed write may have happened, so it is reported, too; a
    /// refused write is not. `points` returns the new places of a write that stores places. Places of a device are
    /// reported in the order of their commits.
    func write<Value: Sendable>(
        telling devices: [DeviceID], on partition: WritePartition = .common,
        reading reads: @autoclosure () -> [SQL] = [], points: (@Sendable (Value) -> [DeviceReport.Run])? = nil,
        _ body: @escaping @Sendable (Connection) throws -> Value
    ) async throws(LocationStoreError) -> Value {
        let tell = { @Sendable [changes] (outcome: Result<Value, LocationStoreError>) in
            switch outcome {
            case .success(let value):
                if let points { changes.record(devices) { points(value) } } else { changes.record(devices) }
            case .failure(.refused): break
            case .failure:
                if points == nil {
                    changes.record(devices)
                } else {
                    // The edge then asks for the present places.
                    changes.record(points: devices.map { DeviceReport.Run(device: $0, locations: []) })
                }
            }
        }
        return try await write(on: partition, reading: reads(), then: tell, body)
    }

    func check(
        _ key: DeviceKey?, of device: DeviceID, _ row: DeviceRow?, _ decide: (DeviceID, KeyCheck) -> Refusal?
    ) throws -> KeyCheck {
        let check = hasher.check(key, against: row?.key)
        if let refusal = decide(device, check) { throw refusal }
        return check
    }

    /// Applies a page of the accounts feed and stores the new cursor. An erased account loses its claimed devices with
    /// all their data, its other claims, its circles and its position; a closed account keeps everything, but its share
    /// links, trackers, forwarders, circles and arrivals rest. For an account with a new owner, earlier claims, circles
    /// and position are deleted: they may reveal another user's location. When a restarted feed has ended, accounts
    /// that it lacked count as erased.
    func applyAccounts(_ page: FeedPage, at now: UnixTime) async throws(LocationStoreError) {
        let changed = try await write { connection in
            var changed: [DeviceID] = []
            var takenOverAt: UnixTime?
            try LocationSchema.accountRows.apply(page, at: now, in: connection) { bytes in
                let account = try CBORDecoder().decode(AccountChange.self, from: bytes)
                takenOverAt = account.takenOverAt
                return account
            } isClosed: { account, isClosed in
                changed += try ClaimTable(connection: connection).setClosed(isClosed, of: account)
                if let takenOverAt {
                    let circles = CircleTable(connection: connection)
                    changed += try circles.devices(around: account)
                    var counts = ErasedRowCounts()
                    try circles.leaveAll(account, joinedBy: takenOverAt, in: &counts)
                    changed += try ClaimTable(connection: connection).release(of: account, madeBy: takenOverAt)
                    try PositionTable(connection: connection)
                        .delete(of: account, ifBefore: UnixTime(rawValue: takenOverAt.rawValue + 1), at: now)
                }
            } erase: { account in
                var counts = ErasedRowCounts()
                let circles = CircleTable(connection: connection)
                changed += try circles.devices(around: account)
                try circles.leaveAll(account, as: hasher.former(account), in: &counts)
                let (claims, devices) = (ClaimTable(connection: connection), DeviceTable(connection: connection))
                for device in try claims.devices(of: account) {
                    if let id = try devices.id(of: device) { changed.append(id) }
                    try devices.erase(device, in: &counts)
                }
                counts.add(try TrackerTable(connection: connection).delete(of: account), of: "tracker")
                try ForwarderTable(connection: connection).erase(account, in: &counts)
                try ReaderNoticeTable(connection: connection).erase(account)
                counts.add(try claims.delete(of: account), of: "claim")
                try ShareLinkTable(connection: connection).erase("account = \(account)", in: &counts)
                let hadPosition = try PositionTable(connection: connection).delete(of: account, at: now)
                counts.add(hadPosition ? 1 : 0, of: "position")
                return counts
            }
            return changed
        }
        changes.record(changed)
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
