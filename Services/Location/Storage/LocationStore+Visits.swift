import Models
import Storage
import Synchronization

struct VisitedDevice: Hashable {
    let number: Int64
    let device: DeviceID
    /// The proof that the visitor has shown, and whether it saw the place.
    let right: PlaceRight
}

/// Visits that are written after the reader's answer.
final class VisitsUnderway: Sendable {
    private let count = Atomic<Int>(0)
    private let onLoss: @Sendable () -> Void

    init(onLoss: @escaping @Sendable () -> Void = {}) { self.onLoss = onLoss }

    var isEmpty: Bool { count.load(ordering: .acquiring) == 0 }

    fileprivate func begin() { count.wrappingAdd(1, ordering: .acquiringAndReleasing) }

    fileprivate func end(_ result: Result<Void, any Error>) {
        count.wrappingSubtract(1, ordering: .acquiringAndReleasing)
        if case .failure = result { onLoss() }
    }
}

extension LocationStore {
    /// Stores visits on disk before it returns: no look may be missing from the visitor list. `renewing` is for a
    /// reader that keeps looking: its latest visit gets a new time, even if every visit is recorded.
    func recordVisits(
        of visitor: DeviceID, to devices: [VisitedDevice], renewing: Bool = false, at now: UnixTime
    ) async throws(LocationStoreError) {
        guard !devices.isEmpty, policy.visitorCap > 0 else { return }
        try await write(on: .devices(devices.map(\.device))) { connection in
            try record(visitor, at: devices, renewing, now, connection)
        }
    }

    /// Records visits of a reader that saw nothing. The answer must neither wait for the visits nor fail with them: it
    /// would differ from the answer for an unknown device.
    func recordVisitsLater(
        of visitor: DeviceID, to devices: [VisitedDevice], renewing: Bool = false, at now: UnixTime
    ) {
        guard policy.visitorCap > 0 else { return }
        // One write per device keeps the order of its writes. It runs even after the request has ended.
        for device in Set(devices) {
            visitsUnderway.begin()
            database.write(on: .device(device.device), for: nil) { connection in
                try record(visitor, at: [device], renewing, now, connection)
            } completion: { [visitsUnderway] in
                visitsUnderway.end($0)
            }
        }
    }

    /// Waits until the earlier visits to the device are written, or cannot be written.
    func untilVisitsAreRecorded(of device: DeviceID) async {
        if visitsUnderway.isEmpty { return }
        _ = try? await database.write(on: .device(device)) { _ in }
    }

    func record(
        _ visitor: DeviceID, at devices: [VisitedDevice], _ renewing: Bool, _ now: UnixTime, _ connection: Connection
    ) throws {
        let (visits, known) = (VisitTable(connection: connection), DeviceTable(connection: connection))
        for visited in devices.count == 1 ? devices : Array(Set(devices)) {
            guard let tells = try known.tellsReaders(visited.number, of: visited.device) else { continue }
            try visits.record(
                visitor, rank: visited.right.rank, device: visited.number, at: now, cap: policy.visitorCap,
                everyVisit: policy.recordsEveryVisit, renewing: renewing)
            // A reader that saw nothing must not write to the owner's screen.
            guard tells, visited.right.isSeen else { continue }
            try ReaderNoticeTable(connection: connection)
                .observe(visitor.text, called: visitor.nameInNotices, at: visited.number, now)
        }
    }
}

extension DeviceID {
    /// The id as a notice shows it. Anyone can invent a reader, so an id that is more than an id has no place there.
    fileprivate var nameInNotices: String {
        let isPlain = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
                true
            default: false
            }
        }
        return isPlain && text.utf8.count <= 64 ? text : "a device"
    }
}
