import Models
import Storage

extension LocationStore {
    /// Decides what each viewer sees with a single state of the database. Records no visits.
    func reviewViews(
        _ views: [ReviewViews.View], of devices: [DeviceID], at now: UnixTime
    ) async throws(LocationStoreError) -> ReviewViews.Reply {
        try await read { connection in
            let table = DeviceTable(connection: connection)
            let rows = try devices.map { try table.find($0, at: now) }
            var lists = AllowedLists(connection: connection)
            var claims: [AccountID: [CountingClaim]] = [:]
            let results = try views.map { view in
                if let link = view.link { return try review(view, of: link, rows, connection, at: now) }
                if let account = view.account {
                    let claimed = try claims[account] ?? ClaimTable(connection: connection).counting(of: account)
                    claims[account] = claimed
                    let seen = try view.devices.filter { place in
                        guard let row = rows[place], row.location != nil else { return false }
                        return try access.right(
                            of: .account(claimed), to: .current, at: row.target(devices[place])
                        ) { try lists.entry($0, of: row.number) }.isSeen
                    }
                    return ReviewViews.Result(mayRead: true, seen: seen)
                }
                let reader: PlaceReader
                do { reader = try checked(view.reader ?? Reader(device: nil), connection) } catch is Refusal {
                    return ReviewViews.Result(mayRead: false, seen: [])
                }
                var result = ReviewViews.Result(mayRead: true, seen: [])
                for place in view.devices {
                    guard let row = rows[place] else { continue }
                    if try !right(of: reader, to: .current, at: row, of: devices[place], connection).isSeen {
                        result.hidden = (result.hidden ?? []) + [place]
                    } else if row.location != nil {
                        result.seen.append(place)
                    }
                }
                return result
            }
            let found = zip(devices, rows).map { device, row in
                row.flatMap { row in
                    row.location.map { GetLocation.LocationResult(device: device, location: $0, slogan: row.slogan) }
                }
            }
            return ReviewViews.Reply(found: found, views: results)
        }
    }

    /// Reads the devices that an account may see. The visits are on disk when the method returns; devices in `visited`
    /// get no new visit.
    func getPlaces(
        of account: AccountID, visited: Set<DeviceID>, at now: UnixTime
    ) async throws(LocationStoreError) -> AccessResult<[GetPlaces.Place]> {
        let look = try await read { connection in
            let table = DeviceTable(connection: connection)
            let claimed = try ClaimTable(connection: connection).counting(of: account)
            let own = try claimed.prefix(GetPlaces.maximumDevices).map {
                (claim: $0, row: try table.find($0.device, at: now))
            }
            var look = PersonsLook()
            look.places = own.map { place(of: $0.claim.device, $0.row, isOwn: true) }
            var known = Set(claimed.map(\.device))
            let allowed = AllowedDeviceTable(connection: connection)
            for (claim, row) in own where access.mayRead(as: claim) {
                let room = GetPlaces.maximumDevices - look.places.count
                guard room > 0 else { break }
                let limit = room + known.count
                let friends = try row.map {
                    try allowed.friends(letting: claim.device, $0.number, atMost: limit)
                }
                for device in try (friends ?? []) + allowed.devices(letting: claim.device, atMost: limit)
                where look.places.count < GetPlaces.maximumDevices && known.insert(device).inserted {
                    guard let found = try table.find(device, at: now) else { continue }
                    // The query has found the entry of this claim.
                    let listed = AllowedDevice(
                        device: claim.device, readsCurrentLocation: true, readsHistory: false)
                    let right = access.right(of: .account([claim]), to: .current, at: found.target(device)) { _ in
                        listed
                    }
                    guard right.isSeen else { continue }
                    look.places.append(place(of: device, found, isOwn: false))
                    guard let visitor = right.visitor, found.location != nil, !visited.contains(device) else {
                        continue
                    }
                    let visit = VisitedDevice(number: found.number, device: device, right: right)
                    look.visits[visitor, default: []].append(visit)
                }
            }
            return look
        }
        for (visitor, devices) in look.visits { try await recordVisits(of: visitor, to: devices, at: now) }
        return AccessResult(value: look.places)
    }

    private func place(of device: DeviceID, _ row: DeviceRow?, isOwn: Bool) -> GetPlaces.Place {
        let found = row?.location.map {
            GetLocation.LocationResult(device: device, location: $0, slogan: row?.slogan)
        }
        return GetPlaces.Place(device: device, isOwn: isOwn, found: found)
    }
}

private struct PersonsLook {
    var places: [GetPlaces.Place] = []
    /// By the claimed device that the user reads as.
    var visits: [DeviceID: [VisitedDevice]] = [:]
}

private struct AllowedLists {
    let connection: Connection
    private var known: [Int64: [DeviceID: AllowedDevice]] = [:]

    init(connection: Connection) { self.connection = connection }

    mutating func entry(_ reader: DeviceID, of device: Int64) throws(StorageError) -> AllowedDevice? {
        if let list = known[device] { return list[reader] }
        var list: [DeviceID: AllowedDevice] = [:]
        for entry in try AllowedDeviceTable(connection: connection).list(device: device) { list[entry.device] = entry }
        known[device] = list
        return list[reader]
    }
}
