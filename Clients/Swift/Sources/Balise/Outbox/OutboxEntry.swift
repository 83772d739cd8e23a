// A place that waits in the outbox.

import Foundation

/// A place that waits for the server to take it.
struct OutboxEntry: Hashable, Sendable {
    /// Counts upwards over all devices, in the order in which places were taken in.
    let number: Int64
    let device: MiataruDeviceID
    let location: DeviceLocation
    let keeping: LocationKeeping

    /// The moment is rounded to milliseconds, which is what the file holds: a place read again is then the same place.
    init(number: Int64, device: MiataruDeviceID, location: DeviceLocation, keeping: LocationKeeping) {
        var location = location
        location.recordedAt = Date(outboxMilliseconds: location.recordedAt.outboxMilliseconds)
        self.number = number
        self.device = device
        self.location = location
        self.keeping = keeping
    }

    /// For how many minutes the server may still show the place at `now`; nil for as long as it likes, 0 when its time
    /// is over. A place that was kept back does not stand longer for that.
    func minutesLeft(at now: Date) -> Int? {
        guard case .newestOnly(let minutes) = keeping else { return nil }
        // A clock that was set back makes no place younger than new.
        let age = max(0, now.timeIntervalSince(location.recordedAt))
        return max(0, Int((Double(minutes) - age / 60).rounded(.up)))
    }
}

extension Date {
    /// Milliseconds since 1970, to the nearest: a moment that was made of milliseconds gives the same ones back.
    var outboxMilliseconds: Int64 { Int64((timeIntervalSince1970 * 1000).rounded()) }

    init(outboxMilliseconds milliseconds: Int64) { self.init(timeIntervalSince1970: Double(milliseconds) / 1000) }
}
