// Deletes what is over, again and again.

import Logging
import Models
import ServiceRuntime
import Storage

/// Deletes what is over, again and again, in portions that do not keep other writes waiting: locations whose time has
/// come, devices and positions of which nothing is to be kept any more.
struct HousekeepingLoop: Sendable {
    let store: LocationStore
    let clock: any WallClock
    let logger: Logger
    /// How long visitors are kept of a device that has no location any more, in seconds.
    var visitorsKeptFor: Int64 = 7 * 86_400
    /// How old positions of people become, in seconds.
    var positionsKeptFor: Int64 = 30 * 86_400
    /// The most locations deleted in one transaction.
    var portion = 500
    /// How many devices and people are looked at in one turn; the next goes on behind them.
    var walk = 2000
    /// Returns when it is time to look again.
    let pause: @Sendable () async throws -> Void

    /// How long tombstones of the positions feed are kept, in seconds.
    private static let tombstonesKept: Int64 = 30 * 86_400

    /// How far the walk through all devices and people has come.
    private struct Place {
        var device: Int64 = 0
        var account = ""
    }

    /// Runs until its task is cancelled.
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
            // Nobody waits for an answer here. What has expired is not shown meanwhile, and the next round tries again.
            logger.warning("what is over could not be deleted", metadata: ["cause": "\(error)"])
        }
    }
}
