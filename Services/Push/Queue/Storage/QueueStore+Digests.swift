import Models
import Storage

extension QueueStore {
    /// Replaces the due held deliveries of each push device by a queued digest. Releases deliveries that are alone,
    /// expired, or of a kind that digests do not gather (`isDigested`). Returns whether more devices may be left.
    func gather(
        in channel: DeliveryChannel, at now: UnixTime, limit: Int, isDigested: @escaping @Sendable (String) -> Bool
    ) async throws(PushStoreError) -> Bool {
        guard try await read({ try $0.digests.hasDue(in: channel, at: now) }) else { return false }
        return try await write { connection in
            let table = connection.digests
            let devices = try table.devices(in: channel, at: now, limit: limit)
            var isMoreToCome = devices.count == limit
            var counts = DeliveryCountChanges()
            for device in devices {
                let held = try table.held(for: device, in: channel, at: now, limit: DigestContent.maximum)
                if held.count == DigestContent.maximum { isMoreToCome = true }
                try gather(held, for: device, in: channel, isDigested, at: now, &counts, table)
            }
            try connection.notifications.enter(counts)
            return isMoreToCome
        }
    }

    private func gather(
        _ held: [DigestTable.Held], for device: DigestTable.Device, in channel: DeliveryChannel,
        _ isDigested: (String) -> Bool, at now: UnixTime, _ counts: inout DeliveryCountChanges, _ table: DigestTable
    ) throws(StorageError) {
        // An expired delivery belongs in no digest. It is released, and ends by itself.
        let together = held.filter { $0.endsAt > now && isDigested($0.kind) }
        guard together.count > 1, let end = together.map(\.endsAt).max(),
            let id = NotificationID(opaqueIDText(random(16)))
        else {
            for delivery in held { try table.release(delivery) }
            return
        }
        for delivery in held where !(delivery.endsAt > now && isDigested(delivery.kind)) {
            try table.release(delivery)
        }
        let digest = try table.insert(
            id, for: device, in: channel, DeliveryIDs(key: random(16)),
            until: min(end, now.adding(seconds: DigestContent.life)), at: now)
        counts.accept(digest.notification, 1)
        try table.connection.notifications.setDeliveries(digest.notification, digest.delivery...digest.delivery)
        for delivery in together {
            try table.gather(delivery, into: digest.delivery, at: now)
            counts.move(delivery.notification, from: delivery.state, to: .pending)
        }
    }

    /// Records the outcomes of the deliveries in a digest, in the transaction of the digest's outcome, `update`.
    func recordGathered(
        by update: DeliveryUpdate, at now: UnixTime, _ connection: Connection, in counts: inout DeliveryCountChanges
    ) throws(StorageError) {
        let (table, deliveries) = (connection.digests, connection.deliveries)
        for number in update.gathered {
            guard let gathered = try deliveries.find(number) else { continue }
            if update.isUnconfirmed { try table.markUnconfirmed(number) }
            let isUnconfirmed = update.isUnconfirmed || gathered.isUnconfirmed
            guard
                let end = Self.end(of: gathered, with: update)?
                    .counted(isUnconfirmed: isUnconfirmed, isGivenUp: update.isGivenUp),
                gathered.state.isOpen || end.state == .sent
            else { continue }
            counts.move(gathered.notification, from: gathered.state, to: end.state, wasDeferred: gathered.wasDeferred)
            try table.recordEnd(end, of: gathered, at: now)
            if gathered.end != nil { try forgetIfErased(gathered, connection) }
        }
        if !update.state.isOpen { try table.release(update.delivery, after: update.state, at: now) }
    }

    /// Returns the end of a gathered delivery; nil if it continues to wait. A delivery that was ended in flight keeps
    /// its end, unless the digest was sent.
    private static func end(of gathered: DeliveryTable.Open, with update: DeliveryUpdate) -> DeliveryEnd? {
        switch update.state {
        case .sent: DeliveryEnd(state: .sent, reason: update.reason ?? DigestContent.reason)
        case .failed: DeliveryEnd(state: .failed, reason: update.reason)
        case .pending, .deferred, .suppressed, .expired: gathered.end
        }
    }
}
