// The queue, and what became of it.

import Models
import Storage

extension PushStore {
    /// What is due in a lane at a moment, in its order and behind a place; at most so many.
    func due(
        _ lane: DeliveryLane, at now: UnixTime, after place: QueuePlace?, limit: Int
    ) throws(PushStoreError) -> [DueDelivery] {
        let revision = inFlight.revision
        return try read {
            try DueTable(connection: $0, revision: revision).due(lane, at: now, after: place, limit: limit)
        }
    }

    /// A delivery of a lane as it stands, due or not; nil when it has ended or gone to another lane.
    func waiting(_ delivery: Int64, in lane: DeliveryLane) throws(PushStoreError) -> DueDelivery? {
        let revision = inFlight.revision
        return try read { try DueTable(connection: $0, revision: revision).waiting(delivery, in: lane) }
    }

    /// Keeps what became of deliveries, and of their tokens. One that has ended meanwhile stays as it is, unless it was
    /// sent nonetheless. One that comes back unsent ends as it was meant to while it was in flight, and has not left.
    func settle(_ settlements: [Settlement], at now: UnixTime) async throws(PushStoreError) {
        try await change(committed: { inFlight.end(settlements.lazy.map(\.delivery)) }) { connection, changes in
            let deliveries = DeliveryTable(connection: connection)
            var books = BooksChanges()
            for settlement in settlements {
                guard let kept = try deliveries.find(settlement.delivery) else { continue }
                let settlement = ended(try revised(settlement, of: kept, at: now, connection), of: kept)
                guard kept.state.isOpen || settlement.state == .sent else { continue }
                books.move(kept.announcement, from: kept.state, to: settlement.state)
                try deliveries.settle(settlement, at: now)
                if kept.end != nil { try forgetIfErased(kept, connection) }
            }
            try BooksTable(connection: connection).enter(books)
            for news in settlements.compactMap(\.token) { try take(news, at: now, connection, in: &changes) }
        }
    }

    /// What would go on although it was ended while it was in flight ends as it was meant to. What may have arrived
    /// counts as sent.
    private func ended(_ settlement: Settlement, of delivery: DeliveryTable.Open) -> Settlement {
        var end = DeliveryEnd(state: settlement.state, reason: settlement.reason)
        if settlement.state.isOpen || settlement.state == .suppressed, let meant = delivery.end { end = meant }
        end = end.counted(
            isUnconfirmed: delivery.isUnconfirmed || settlement.isUnconfirmed, isGivenUp: settlement.isGivenUp)
        var ended = settlement
        (ended.state, ended.reason) = (end.state, end.reason)
        if !end.state.isOpen { ended.nextAt = nil }
        return ended
    }

    /// What was sent to a token that has been registered again since it was said to be gone is sent again; what was to
    /// wait for the end of quiet hours does so only if they still last as long.
    private func revised(
        _ settlement: Settlement, of delivery: DeliveryTable.Open, at now: UnixTime, _ connection: Connection
    ) throws(StorageError) -> Settlement {
        if settlement.state == .deferred { return try brought(settlement, of: delivery, at: now, connection) }
        guard case .gone(let number, let moment?) = settlement.token, let again = settlement.ifTokenStays,
            let token = try TokenTable(connection: connection).find(number), token.shown.updatedAt >= moment
        else { return settlement }
        var revised = settlement
        (revised.state, revised.nextAt) = (.pending, again)
        return revised
    }

    private func brought(
        _ settlement: Settlement, of delivery: DeliveryTable.Open, at now: UnixTime, _ connection: Connection
    ) throws(StorageError) -> Settlement {
        var quiet = QuietTime(at: now)
        let hours = try RecipientTable(connection: connection).quietHours(of: delivery.recipient)
        var brought = settlement
        if let end = hours.flatMap({ quiet.end(of: $0) }) {
            brought.nextAt = min(end, settlement.nextAt ?? end)
        } else {
            (brought.state, brought.nextAt, brought.reason) = (.pending, now, nil)
        }
        return brought
    }

    private func take(
        _ news: Settlement.TokenNews, at now: UnixTime, _ connection: Connection, in changes: inout [AudienceChange]
    ) throws(StorageError) {
        let tokens = TokenTable(connection: connection)
        switch news {
        case .gone(let number, let moment):
            guard let token = try tokens.find(number) else { return }
            if let moment, token.shown.updatedAt >= moment { return }
            try drop(token, .unreachable, at: now, connection)
            try noteHandsets(of: token.recipient, connection, in: &changes)
        case .otherEnvironment(let number, let environment):
            // Others may have found out before.
            guard let token = try tokens.find(number), token.isEnvironmentAssumed,
                token.shown.environment == environment
            else { return }
            let other: PushEnvironment = environment == .production ? .sandbox : .production
            inFlight.change(recipient: token.recipient)
            try tokens.setEnvironment(number, other)
            try DeliveryTable(connection: connection)
                .setLane(DeliveryLane(.apns, other), of: token.recipient, for: number)
        }
    }
}
