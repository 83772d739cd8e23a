import Logging
import Models
import ServiceRuntime
import Storage

/// Repeatedly deletes expired locations, unused devices and old positions. It works in small portions, so that other
/// writes need not wait.
struct HousekeepingLoop: Sendable {
    let store: LocationStore
    let clock: any WallClock
    let logger: Logger
    /// How long to keep the visitors of a device without a location, in seconds.
    var visitorsKeptFor: Int64 = 7 * 86_400
    /// The maximum age of users' positions, in seconds.
    var positionsKeptFor: Int64 = 30 * 86_400
    /// The most locations deleted in one transaction.
    var portion = 500
    /// The number of devices and of users per round; the next round continues after them.
    var walk = 2000
    /// Returns when the next round is due.
    let pause: @Sendable () async throws -> Void

    /// How long to keep tombstones in the positions feed, in seconds.
    private static let tombstonesKept: Int64 = 30 * 86_400

    /// The progress through all devices and users.
    private struct Place {
        var device: Int64 = 0
        var account = ""
    }

    func run() async {
        var place = Place()
        await repeatUntilCancelled(pausing: pause) { await purge(from: &place) }
    }

    private func purge(from place: inout Place) async {
        do throws(LocationStoreError) {
            while try await store.purgeExpired(at: clock.now(), limit: portion) == portion, !Task.isCancelled {}
            let now = clock.now()
            place.device =
                try await store.forgetDevices(
                    after: place.device, limit: walk, visitorsBefore: now.adding(seconds: -visitorsKeptFor)) ?? 0
            place.account =
                try await store.forgetPositions(
                    after: place.account, limit: walk, before: now.adding(seconds: -positionsKeptFor), at: now) ?? ""
            try await store.pruneTombstones(
                of: LocationSchema.positions, before: now.adding(seconds: -HousekeepingLoop.tombstonesKept))
        } catch {
            // No caller waits for an answer here. Expired data is not shown even if it stays longer, and the next round
            // retries.
            logger.warning("what is over could not be deleted", metadata: ["cause": "\(error)"])
        }
    }
}
