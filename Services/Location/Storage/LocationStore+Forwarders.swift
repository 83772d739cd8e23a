import Models
import Storage

extension LocationStore {
    // MARK: Owners

    func createForwarder(_ request: CreateForwarder, _ id: ForwarderID, at now: UnixTime)
        async throws(LocationStoreError) -> AccessResult<Forwarder>
    {
        try await write(on: .device(request.device)) { connection -> AccessResult<Forwarder> in
            let device = try find(request.device, of: .account(request.account), connection)
            let table = ForwarderTable(connection: connection)
            guard try table.list(device: device.number, of: request.account).count < CreateForwarder.maximumCount else {
                throw Refusal.tooManyForwarders
            }
            guard try table.count(of: request.account) < CreateForwarder.maximumOfAccount else {
                throw Refusal.tooManyForwardersOfAccount
            }
            try table.insert(request, id, device: device.number, at: now)
            let all = try table.list(device: device.number, of: request.account)
            guard let made = all.first(where: { $0.id == id }) else { throw Refusal.noForwarder }
            return AccessResult(value: made)
        }
    }

    /// Lists forwarders, for the owner also after others have changed the device's key: the owner must know of what was
    /// set up, and can remove it.
    func listForwarders(
        _ device: DeviceID, of account: AccountID
    ) async throws(LocationStoreError) -> AccessResult<[Forwarder]> {
        try await read { connection -> AccessResult<[Forwarder]> in
            let row = try DeviceTable(connection: connection).findProtection(device)
            guard let row, try ClaimTable(connection: connection).find(row.number)?.claimant == account else {
                throw Refusal.notYours(.account(account))
            }
            return AccessResult(value: try ForwarderTable(connection: connection).list(device: row.number, of: account))
        }
    }

    /// Removes a forwarder, for the owner also after others have changed the device's key.
    func removeForwarder(_ request: RemoveForwarder) async throws(LocationStoreError) -> AccessResult<Done> {
        try await write(on: .device(request.device)) { connection -> AccessResult<Done> in
            let row = try forwarder(request.forwarder, of: request.device, request.account, connection)
            try ForwarderTable(connection: connection).remove(row)
            return AccessResult(value: Done())
        }
    }

    /// Returns the present place as the forwarder sends it. The visitor list then has it.
    func testForwarder(
        _ request: TestForwarder, at now: UnixTime
    ) async throws(LocationStoreError) -> AccessResult<DuePlace> {
        try await write(on: .device(request.device)) { connection -> AccessResult<DuePlace> in
            let row = try forwarder(request.forwarder, of: request.device, request.account, connection)
            if !row.isActive { _ = try find(request.device, of: .account(request.account), connection) }
            let location = try DeviceTable(connection: connection).find(request.device, at: now)?.location
            guard row.isActive, let location, let body = row.body(of: location, at: now) else {
                throw Refusal.nothingToForward
            }
            try ForwarderTable(connection: connection).recordSend(row.number, at: now)
            let event = "msg_\(row.id.text)_test_\(now.rawValue)"
            return AccessResult(value: DuePlace(forwarder: row, sequence: 0, event: event, body: body, lease: now))
        }
    }

    func resumeForwarder(_ forwarder: ForwarderRow, at now: UnixTime) async throws(LocationStoreError) {
        try await write(on: .device(forwarder.device)) {
            try ForwarderTable(connection: $0).resume(forwarder.number, at: now)
        }
    }

    /// Returns the notices of new forwarders that the push service has not taken yet, the oldest first.
    func newForwarders(limit: Int) async throws(LocationStoreError) -> [TellOfForwarder] {
        try await read { try ForwarderTable(connection: $0).newForwarders(limit: limit) }
    }

    func forgetNewForwarder(_ id: NotificationID) async throws(LocationStoreError) {
        try await write { try ForwarderTable(connection: $0).deleteMessage(id) }
    }

    private func forwarder(
        _ id: ForwarderID, of device: DeviceID, _ account: AccountID, _ connection: Connection
    ) throws -> ForwarderRow {
        guard let device = try DeviceTable(connection: connection).findProtection(device),
            let row = try ForwarderTable(connection: connection).find(id, device: device.number, of: account)
        else { throw Refusal.noForwarder }
        return row
    }

    // MARK: Sending

    func dueForwarders(at now: UnixTime, limit: Int) async throws(LocationStoreError) -> [DueForwarder] {
        try await read { try ForwarderTable(connection: $0).due(at: now, limit: limit) }
    }

    /// Drops places that have waited since `oldest` or longer.
    func dropForwarded(before oldest: UnixTime) async throws(LocationStoreError) {
        guard try await read({ try ForwarderTable(connection: $0).isWaiting(since: oldest) }) else { return }
        try await write { try ForwarderTable(connection: $0).drop(before: oldest) }
    }

    func firstPlace(of due: DueForwarder, at now: UnixTime) async throws(LocationStoreError) -> DuePlace? {
        try await write(on: .device(due.device)) {
            try ForwarderTable(connection: $0).take(due.number, holding: nil, at: now)
        }
    }

    /// Records the result of a place and returns the next place.
    func placeAfter(
        _ place: DuePlace, problem: String?, at now: UnixTime
    ) async throws(LocationStoreError) -> DuePlace? {
        try await write(on: .device(place.forwarder.device)) { connection -> DuePlace? in
            let table = ForwarderTable(connection: connection)
            try table.finish(place, problem: problem, at: now)
            return try table.take(place.forwarder.number, holding: place.lease, at: now)
        }
    }

    func retryPlace(
        _ place: DuePlace, because problem: String, at next: UnixTime
    ) async throws(LocationStoreError) {
        try await write(on: .device(place.forwarder.device)) {
            try ForwarderTable(connection: $0).retry(place, because: problem, at: next)
        }
    }
}
