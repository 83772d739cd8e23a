import Foundation

struct OutboxEntry: Hashable, Sendable {
    /// Increases over all devices, in the order of arrival.
    let number: Int64
    let device: LocationDeviceID
    let location: DeviceLocation
    let keeping: LocationKeeping

    /// Rounds the time to milliseconds, the file's precision, so that a place read back is equal.
    init(number: Int64, device: LocationDeviceID, location: DeviceLocation, keeping: LocationKeeping) {
        var location = location
        location.recordedAt = Date(outboxMilliseconds: location.recordedAt.outboxMilliseconds)
        self.number = number
        self.device = device
        self.location = location
        self.keeping = keeping
    }

    /// The minutes that the server may still show the place at `now`; nil without a limit, 0 when it has expired.
    /// Waiting in the outbox does not extend the time.
    func minutesLeft(at now: Date) -> Int? {
        guard case .newestOnly(let minutes) = keeping else { return nil }
        // If the clock was set back, the age is 0 and not negative.
        let age = max(0, now.timeIntervalSince(location.recordedAt))
        return max(0, Int((Double(minutes) - age / 60).rounded(.up)))
    }
}

extension Date {
    /// Milliseconds since 1970, rounded to the nearest, so that a round trip is exact.
    var outboxMilliseconds: Int64 { Int64((timeIntervalSince1970 * 1000).rounded()) }

    init(outboxMilliseconds milliseconds: Int64) { self.init(timeIntervalSince1970: Double(milliseconds) / 1000) }
}
