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
            var people: [AccountID: PlaceReader] = [:]
            let results = try views.map { view in
                if let link = view.link { return try review(view, of: link, rows, connection, at: now) }
                if let account = view.account {
                    let reader = try people[account] ?? person(account, connection, at: now)
                    people[account] = reader
                    var result = ReviewViews.Result(mayRead: true, seen: [])
                    for place in view.devices {
                        guard let row = rows[place], let location = row.location else { continue }
                        let right = try access.right(
                            of: reader, to: .current, at: row.target(devices[place])
                        ) { try lists.entry($0, of: row.number) }
                        if right.isSeen, let share = right.share {
                            result.add(shown(location, of: devices[place], by: share), at: place)
                        } else if right.isSeen {
                            result.seen.append(place)
                        }
                    }
                    return result
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

    /// Reads the devices that an account may see, by claims, allowed lists and circles. The visits are on disk when the
    /// method returns; devices in `visited` get no new visit.
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
            try addCircles(of: account, besides: &known, visited: visited, to: &look, table, at: now)
            return look
        }
        for (visitor, devices) in look.visits { try await recordVisits(of: visitor, to: devices, at: now) }
        try await recordVisits(look.circles, at: now)
        return AccessResult(value: look.places)
    }

    private func addCircles(
        of account: AccountID, besides known: inout Set<DeviceID>, visited: Set<DeviceID>, to look: inout PersonsLook,
        _ table: DeviceTable, at now: UnixTime
    ) throws {
        let rows = try CircleTable(connection: table.connection).shares(to: account)
        if rows.isEmpty { return }
        let shares = CircleShare.shares(rows, to: account, at: now)
        // A person with many own devices still sees the others.
        let maximum = max(GetPlaces.maximumDevices, look.places.count + GetPlaces.leastOfCircles)
        for row in rows where look.places.count < maximum && known.insert(row.device).inserted {
            guard let found = try table.find(row.device, at: now) else { continue }
            let right = access.right(
                of: .account([], shares: shares), to: .current, at: found.target(row.device)
            ) { _ in nil }
            guard let share = right.share else { continue }
            let shown = found.location.flatMap { self.shown($0, of: row.device, by: share) }
            look.places.append(
                GetPlaces.Place(
                    device: row.device, isOwn: false, found: shown, member: row.owner, precision: share.place,
                    handle: hasher.handle(of: row.device, of: share.owner, for: share.reader)))
            guard shown != nil, !visited.contains(row.device) else { continue }
            look.circles.append(CircleLook(number: found.number, device: row.device, share: share))
        }
    }

    /// Returns the place as the reader of the share sees it: under the device's handle.
    private func shown(
        _ location: Location, of device: DeviceID, by share: CircleShare
    ) -> GetLocation.LocationResult? {
        guard let shown = share.shown(location),
            let handle = hasher.handle(of: device, of: share.owner, for: share.reader)
        else { return nil }
        return GetLocation.LocationResult(device: handle, location: shown, slogan: nil)
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
    /// The visits to record. The key is the user's claimed device, which is recorded as the reader.
    var visits: [DeviceID: [VisitedDevice]] = [:]
    var circles: [CircleLook] = []
}

extension ReviewViews.Result {
    fileprivate mutating func add(_ found: GetLocation.LocationResult?, at place: Int) {
        guard let found else { return }
        ofCircles = (ofCircles ?? []) + [found]
        seenInCircles = (seenInCircles ?? []) + [place]
    }
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
