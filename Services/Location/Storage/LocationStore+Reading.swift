import Models
import Storage

extension LocationStore {
    /// Reads current locations. Each device with a current location, except the reader's own, gets one visit (decision
    /// 4), even if its allowed list hides the location. Anonymous readers leave no visits and see no device with a
    /// list.
    func getLocation(
        _ devices: [DeviceID], for reader: Reader, at now: UnixTime
    ) async throws(LocationStoreError) -> AccessResult<[GetLocation.LocationResult?]> {
        let look = try await look(at: devices, for: reader, isWatching: false, at: now)
        return AccessResult(value: look.found, proven: look.reader.provenDevices)
    }

    /// Like `getLocation`, for a reader that keeps looking: a visit renews the latest visit of the reader, and the
    /// reply names the hidden devices.
    func watchLocations(
        _ devices: [DeviceID], for reader: Reader, at now: UnixTime
    ) async throws(LocationStoreError) -> AccessResult<GetLocation.Reply> {
        let look = try await look(at: devices, for: reader, isWatching: true, at: now)
        return AccessResult(
            value: GetLocation.Reply(found: look.found, hidden: look.hiddenPlaces),
            proven: look.reader.provenDevices)
    }

    private func look(
        at devices: [DeviceID], for reader: Reader, isWatching: Bool, at now: UnixTime
    ) async throws(LocationStoreError) -> Look {
        let look = try await read { connection -> Look in
            var look = Look(found: [], reader: try checked(reader, connection))
            look.found.reserveCapacity(devices.count)
            var known: [DeviceID: Int] = [:]
            for (index, device) in devices.enumerated() {
                // A device that is named a hundred times is read once, so the time reveals nothing.
                if devices.count > 1, let earlier = known.updateValue(index, forKey: device) {
                    look.found.append(look.found[earlier])
                    continue
                }
                guard let row = try DeviceTable(connection: connection).find(device, at: now),
                    isWatching || row.location != nil
                else {
                    look.found.append(nil)
                    continue
                }
                let right = try right(of: look.reader, to: .current, at: row, of: device, connection)
                if isWatching, !right.isSeen { look.hiddenPlaces.append(index) }
                guard let location = row.location else {
                    look.found.append(nil)
                    continue
                }
                if right.visitor != nil {
                    let visited = VisitedDevice(number: row.number, device: device, right: right)
                    if right.isSeen { look.seen.append(visited) } else { look.hidden.append(visited) }
                }
                let result = GetLocation.LocationResult(device: device, location: location, slogan: row.slogan)
                look.found.append(right.isSeen ? result : nil)
            }
            return look
        }
        if let visitor = reader.device {
            if look.seen.isEmpty {
                recordVisitsLater(of: visitor, to: look.hidden, renewing: isWatching, at: now)
            } else {
                try await recordVisits(of: visitor, to: look.seen + look.hidden, renewing: isWatching, at: now)
            }
        }
        return look
    }

    private struct Look {
        var found: [GetLocation.LocationResult?]
        var reader: PlaceReader
        var seen: [VisitedDevice] = []
        var hidden: [VisitedDevice] = []
        /// The indices of the devices that the reader may not see; only for a reader that keeps looking.
        var hiddenPlaces: [Int] = []
    }

    /// Reads the newest `amount` locations of a history. A visit is recorded only if the reader sees a location.
    func getLocationHistory(
        _ device: DeviceID, amount: Int, for reader: Reader, at now: UnixTime
    ) async throws(LocationStoreError) -> AccessResult<GetLocationHistory.Reply> {
        let (reply, proven, visited) = try await read { connection in
            let reader = try checked(reader, connection)
            let proven = reader.provenDevices
            var reply = GetLocationHistory.Reply(maximum: policy.historyCap, available: 0, locations: [])
            guard let row = try DeviceTable(connection: connection).find(device), row.hasHistory,
                let newest = row.newest
            else { return (reply, proven, nil as VisitedDevice?) }
            let right = try right(of: reader, to: .history, at: row, of: device, connection)
            guard right.isSeen else { return (reply, proven, nil) }
            let locations = LocationTable(connection: connection)
            let count = try locations.count(device: row.number, newest: newest.sequence)
            reply.available = min(count, policy.historyCap)
            reply.locations = try locations.newest(min(amount, reply.available), device: row.number)
            let isVisit = reply.available > 0 && right.visitor != nil
            let visited = VisitedDevice(number: row.number, device: device, right: right)
            return (reply, proven, isVisit ? visited : nil)
        }
        if let visitor = reader.device, let visited { try await recordVisits(of: visitor, to: [visited], at: now) }
        return AccessResult(value: reply, proven: proven)
    }

    /// Reads the location of the first device, unless it has an allowed list. Refused if any of the devices has a key.
    func getLocationGeoJSON(
        _ devices: [DeviceID], at now: UnixTime
    ) async throws(LocationStoreError) -> AccessResult<Location?> {
        try await read { connection in
            let table = DeviceTable(connection: connection)
            var location: Location?
            for (index, device) in devices.enumerated() {
                guard let row = try table.find(device, at: now) else { continue }
                if let refusal = access.refusal(of: .guest, at: row.target(device)) { throw refusal }
                let isSeen = try right(of: .guest, to: .current, at: row, of: device, connection).isSeen
                if index == 0, isSeen { location = row.location }
            }
            return AccessResult(value: location)
        }
    }

    /// The devices whose allowed list shows the reader their current location, with their owners; nil if the reader has
    /// not shown its own key.
    func readableDevices(
        for reader: Reader
    ) async throws(LocationStoreError) -> AccessResult<ListReadableDevices.Reply?> {
        try await read { connection in
            let proven = try checked(reader, connection).provenDevices
            guard let device = proven.first else { return AccessResult(value: nil) }
            let most = ListReadableDevices.maximumDevices
            let devices = try AllowedDeviceTable(connection: connection).devices(letting: device, atMost: most)
            let owners = try ClaimTable(connection: connection).owners(letting: device, atMost: most)
            return AccessResult(
                value: ListReadableDevices.Reply(devices: devices, owners: owners), proven: proven)
        }
    }

    /// Checks the reader's own key. Refused if the key is missing or wrong, unless `checksReaderKeys` is off. An
    /// anonymous reader has nothing to prove.
    func checked(_ reader: Reader, _ connection: Connection) throws -> PlaceReader {
        guard let device = reader.device else { return .device(nil, .noneConfigured) }
        let row = try DeviceTable(connection: connection).findProtection(device)
        let checked = PlaceReader.device(device, hasher.check(reader.key, against: row?.key))
        if let refusal = access.refusal(of: checked) { throw refusal }
        return checked
    }

    func right(
        of reader: PlaceReader, to kind: PlaceKind, at row: DeviceRow, of device: DeviceID, _ connection: Connection
    ) throws -> PlaceRight {
        try access.right(of: reader, to: kind, at: row.target(device)) {
            try AllowedDeviceTable(connection: connection).find($0, device: row.number)
        }
    }

    /// Reads a slogan for a reader with a key; records the visit of another device if there is a slogan.
    func getDeviceSlogan(
        _ device: DeviceID, reader: DeviceID, readerKey: DeviceKey, at now: UnixTime
    ) async throws(LocationStoreError) -> AccessResult<String?> {
        let row = try await read { connection in
            try checkProof(of: reader, readerKey, connection)
            return try DeviceTable(connection: connection).findProtection(device)
        }
        if let row, row.slogan != nil, device != reader {
            let right = PlaceRight(isSeen: true, proof: .key)
            try await recordVisits(
                of: reader, to: [VisitedDevice(number: row.number, device: device, right: right)], at: now)
        }
        return AccessResult(value: row?.slogan, proven: [reader])
    }

    /// Reads a device's protection, and records the visit if the device has a current location. The answer does not
    /// wait for the visit: the delay would reveal the location.
    func getDeviceSecurityStatus(
        _ device: DeviceID, reader: DeviceID, readerKey: DeviceKey, at now: UnixTime
    ) async throws(LocationStoreError) -> AccessResult<GetDeviceSecurityStatus.Reply> {
        let row = try await read { connection in
            try checkProof(of: reader, readerKey, connection)
            return try DeviceTable(connection: connection).find(device)
        }
        if let row, row.hasLocation(at: now), device != reader {
            let right = PlaceRight(isSeen: false, proof: .key)
            recordVisitsLater(
                of: reader, to: [VisitedDevice(number: row.number, device: device, right: right)], at: now)
        }
        let reply = GetDeviceSecurityStatus.Reply(
            hasDeviceKey: row?.key != nil, isAllowedListEnabled: row?.hasAllowedList ?? false)
        return AccessResult(value: reply, proven: [reader])
    }

    private func checkProof(of reader: DeviceID, _ key: DeviceKey, _ connection: Connection) throws {
        let row = try DeviceTable(connection: connection).findProtection(reader)
        _ = try check(key, of: reader, row, rules.refusalOfUnproven)
    }
}

extension PlaceReader {
    /// The reader's device if the request has shown the right key of it, so the request was no wrong guess.
    fileprivate var provenDevices: [DeviceID] {
        if case .device(let device?, .proven) = self { [device] } else { [] }
    }
}

extension DeviceRow {
    func target(_ device: DeviceID) -> PlaceTarget {
        PlaceTarget(device: device, hasKey: key != nil, hasAllowedList: hasAllowedList)
    }
}
