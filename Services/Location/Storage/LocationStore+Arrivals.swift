import Models
import Storage

extension LocationStore {
    func createArrivalPlace(_ request: CreateArrivalPlace, _ id: ArrivalPlaceID, at now: UnixTime)
        async throws(LocationStoreError) -> AccessResult<ArrivalPlace>
    {
        try await write(on: .device(request.device)) { connection -> AccessResult<ArrivalPlace> in
            let table = ArrivalTable(connection: connection)
            let device = try find(request.device, of: .account(request.account), connection)
            guard try table.count(of: request.account) < CreateArrivalPlace.maximumCount else {
                throw Refusal.arrival(.tooManyPlaces)
            }
            try checkWatchers(request.watchers, of: request.account, table)
            let number = try table.insert(id, request, device: device.number, at: now)
            try table.setWatchers(request.watchers, of: number)
            return AccessResult(value: try arrivalPlace(id, of: request.account, table))
        }
    }

    func listArrivalPlaces(of account: AccountID) async throws(LocationStoreError) -> AccessResult<
        ListArrivalPlaces.Reply
    > {
        try await read { connection -> AccessResult<ListArrivalPlaces.Reply> in
            let table = ArrivalTable(connection: connection)
            let places = try table.list(of: account).map { try arrivalPlace($0, table) }
            let refused = try table.refused(by: account)
            return AccessResult(
                value: ListArrivalPlaces.Reply(
                    places: places, watched: try table.watched(by: account),
                    refused: refused.isEmpty ? nil : refused))
        }
    }

    func changeArrivalPlace(_ request: ChangeArrivalPlace)
        async throws(LocationStoreError) -> AccessResult<ArrivalPlace>
    {
        try await write { connection -> AccessResult<ArrivalPlace> in
            let table = ArrivalTable(connection: connection)
            guard let row = try table.find(request.place, of: request.account) else {
                throw Refusal.arrival(.unknown)
            }
            if let watchers = request.watchers {
                try checkWatchers(watchers, of: request.account, table)
                try table.setWatchers(watchers, of: row.number)
            }
            if let name = request.name { try table.rename(row.number, name) }
            return AccessResult(value: try arrivalPlace(request.place, of: request.account, table))
        }
    }

    /// Lets an owner name the account as a watcher again.
    func allowArrivals(of owner: AccountID, by account: AccountID)
        async throws(LocationStoreError) -> AccessResult<Done>
    {
        try await write { connection -> AccessResult<Done> in
            guard try ArrivalTable(connection: connection).allow(owner, by: account) else {
                throw Refusal.arrival(.notRefused)
            }
            return AccessResult(value: Done())
        }
    }

    /// Deletes a place of the account. For a place of another owner, only ends the account's watching, and refuses
    /// further places of this owner.
    func removeArrivalPlace(_ id: ArrivalPlaceID, of account: AccountID)
        async throws(LocationStoreError) -> AccessResult<Done>
    {
        try await write { connection -> AccessResult<Done> in
            let table = ArrivalTable(connection: connection)
            if let row = try table.find(id, of: account) {
                try table.delete(row.number)
            } else if try !table.stopWatching(id, by: account) {
                throw Refusal.arrival(.unknown)
            }
            return AccessResult(value: Done())
        }
    }

    /// Counts a change that the owner's phone has observed itself.
    /// - Parameter random: Fresh bytes for the ids of notices.
    func reportArrival(
        _ request: ReportArrival, at now: UnixTime, random: @escaping @Sendable (Int) -> [UInt8]
    ) async throws(LocationStoreError) -> AccessResult<ArrivalPlace> {
        try await write { connection -> AccessResult<ArrivalPlace> in
            let table = ArrivalTable(connection: connection)
            guard let row = try table.find(request.place, of: request.account) else {
                throw Refusal.arrival(.unknown)
            }
            try table.report(request.isInside, since: request.at, at: row, now) {
                try NotificationID(random: random(16))
            }
            return AccessResult(value: try arrivalPlace(request.place, of: request.account, table))
        }
    }

    /// Completes changes that have lasted long enough. Returns the notices that the push service has not taken yet.
    /// - Parameter random: Fresh bytes for the ids of notices.
    func settleArrivals(
        at now: UnixTime, limit: Int, random: @escaping @Sendable (Int) -> [UInt8]
    ) async throws(LocationStoreError) -> [TellOfArrival] {
        let isWork = try await read { connection -> Bool in
            try connection.exists("SELECT 1 FROM arrival_place WHERE changing_since IS NOT NULL LIMIT 1")
        }
        if isWork {
            _ = try await write { connection -> Int in
                try ArrivalTable(connection: connection).settle(at: now, limit: limit) {
                    try NotificationID(random: random(16))
                }
            }
        }
        return try await read { try ArrivalTable(connection: $0).notices(at: now, limit: limit) }
    }

    func forgetNotice(_ id: NotificationID) async throws(LocationStoreError) {
        try await write { try ArrivalTable(connection: $0).setSent(id) }
    }

    private func checkWatchers(_ watchers: [AccountID], of owner: AccountID, _ table: ArrivalTable) throws {
        for watcher in watchers {
            guard try table.isInCircle(watcher, with: owner) else { throw Refusal.arrival(.strangers) }
            guard try !table.refuses(watcher, owner) else { throw Refusal.arrival(.refused) }
        }
    }

    private func arrivalPlace(
        _ id: ArrivalPlaceID, of account: AccountID, _ table: ArrivalTable
    ) throws -> ArrivalPlace {
        guard let row = try table.find(id, of: account) else { throw Refusal.arrival(.unknown) }
        return try arrivalPlace(row, table)
    }

    private func arrivalPlace(_ row: ArrivalTable.PlaceRow, _ table: ArrivalTable) throws -> ArrivalPlace {
        var place = row.place
        place.watchers = try table.watchers(row.number)
        return place
    }
}
