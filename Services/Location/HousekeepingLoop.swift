import Logging
import Models
import ServiceRuntime
import Storage

/// Deletes expired data in small portions, so that other writes need not wait.
struct HousekeepingLoop: Sendable {
    let store: LocationStore
    let clock: any WallClock
    let logger: Logger
    /// How long the visits of a device without a location are kept, in seconds.
    var visitorsKeptFor: Int64 = 7 * 86_400
    /// How long a position is kept, in seconds.
    var positionsKeptFor: Int64 = 30 * 86_400
    /// The most locations, or the most share links, that one transaction deletes.
    var portion = 500
    /// The most devices, and the most users, that a round looks at. The next round continues after them.
    var walk = 2000
    /// The most devices with a limit of days that a round looks at: it looks at all points of each device.
    var histories = 50
    var notices: NoticeSender?
    let pause: @Sendable () async throws -> Void

    /// How long a deletion stays in the positions feed, in seconds.
    private static let tombstonesKept: Int64 = 30 * 86_400

    private struct Place {
        var device: Int64 = 0
        var account = ""
        var history: Int64 = 0
    }

    func run() async {
        var place = Place()
        await repeatUntilCancelled(pausing: pause) {
            await notices?.sendDue()
            await purge(from: &place)
        }
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
            place.history =
                try await store.trimHistories(
                    after: place.history, limit: histories, portion: portion, at: clock.now()) ?? 0
            try await store.forgetShareLinks(
                before: now.adding(seconds: -ShareLinkRules.kept), limit: portion)
            try await store.forgetCircles(at: now, limit: portion)
            try await store.dropForwarded(before: now.adding(seconds: -Webhook.lifetime))
            try await store.pruneTombstones(
                of: LocationSchema.positions, before: now.adding(seconds: -HousekeepingLoop.tombstonesKept))
        } catch {
            // No caller waits here. Expired data is not shown even if it stays longer, and the next round retries.
            logger.warning("expired rows could not be deleted", metadata: ["cause": "\(error)"])
        }
    }
}
