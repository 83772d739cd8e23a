// How looks get into the lists of visitors.

import Models
import Storage
import Synchronization

/// A device that somebody looked at.
struct VisitedDevice: Hashable {
    let number: Int64
    let device: DeviceID
    /// Whether who looked proved who it is: by its device key, or by standing on the allowed list of this device.
    let isProven: Bool
}

/// The visits that are on their way to the disk while the reader has its answer already.
final class VisitsUnderway: Sendable {
    private let count = Atomic<Int>(0)
    private let onLoss: @Sendable () -> Void

    /// - Parameter onLoss: called when a visit could not be recorded.
    init(onLoss: @escaping @Sendable () -> Void = {}) { self.onLoss = onLoss }

    var isEmpty: Bool { count.load(ordering: .acquiring) == 0 }

    fileprivate func begin() { count.wrappingAdd(1, ordering: .acquiringAndReleasing) }

    fileprivate func end(_ result: Result<Void, any Error>) {
        count.wrappingSubtract(1, ordering: .acquiringAndReleasing)
        if case .failure = result { onLoss() }
    }
}

extension LocationStore {
    /// Has the visits on disk when it returns. A look that no visitor list shows must not exist, so the answer waits
    /// for them; a look that causes no visit writes nothing.
    func recordVisits(
        of visitor: DeviceID, to devices: [VisitedDevice], at now: UnixTime
    ) async throws(LocationStoreError) {
        guard !devices.isEmpty, policy.visitorCap > 0 else { return }
        try await write(on: .devices(devices.map(\.device))) { connection in
            try record(visitor, at: devices, now, connection)
        }
    }

    /// Records visits of somebody who was shown nothing. The answer must not wait for them, nor fail with them: by that
    /// it would differ from the one for a device that is not known.
    func recordVisitsLater(of visitor: DeviceID, to devices: [VisitedDevice], at now: UnixTime) {
        guard policy.visitorCap > 0 else { return }
        // A write for each, so that it keeps its place among all that is written of its device. It is done also when the
        // request is over, since that has its answer.
        for device in Set(devices) {
            visitsUnderway.begin()
            database.write(on: .device(device.device), for: nil) { connection in
                try record(visitor, at: [device], now, connection)
            } completion: { [visitsUnderway] in
                visitsUnderway.end($0)
            }
        }
    }

    /// Waits for the visits of a device that came before. Where they cannot be written there is none to wait for.
    func untilVisitsAreRecorded(of device: DeviceID) async {
        if visitsUnderway.isEmpty { return }
        _ = try? await database.write(on: .device(device)) { _ in }
    }

    private func record(
        _ visitor: DeviceID, at devices: [VisitedDevice], _ now: UnixTime, _ connection: Connection
    ) throws {
        let (visits, known) = (VisitTable(connection: connection), DeviceTable(connection: connection))
        for visited in devices.count == 1 ? devices : Array(Set(devices))
        where try known.isNumber(visited.number, of: visited.device) {
            try visits.record(
                visitor, isProven: visited.isProven, device: visited.number, at: now, cap: policy.visitorCap,
                everyVisit: policy.recordsEveryVisit)
        }
    }
}
