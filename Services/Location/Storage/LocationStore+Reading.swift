import Models
import Storage

extension LocationStore {
    /// Each other device with a current location gets one visit (decision 4), even if its allowed list hides it. An anonymous
    /// reader leaves no visits, and sees no devices with an allowed list.
    func getLocation(
        _ devices: [DeviceID], for reader: Reader, at now: UnixTime
    ) async throws(LocationStoreError) -> AccessResult<[GetLocation.LocationResult?]> {
        let look = try await read { connection in
            var look = Look(found: [], key: try checkReader(reader, connection))
            look.found.reserveCapacity(devices.count)
            var known: [DeviceID: Int] = [:]
            for (index, device) in devices.enumerated() {
                // A device that is named a hundred times is read once, so the time reveals nothing.
                if devices.count > 1, let earlier = known.updateValue(index, forKey: device) {
                    look.found.append(look.found[earlier])
                    continue
                }
                guard let row = try DeviceTable(connection: connection).find(device, at: now),
                    let location = row.location
                else {
                    look.found.append(nil)
                    continue
                }
                let entry = try listed(reader, of: row, connection)
                let isSeen = lets(look.key, entry, see: \.readsCurrentLocation, of: row)
                if device != reader.device {
                    let visited = VisitedDevice(
                        number: row.number, device: device, isProven: look.key == .proven || entry != nil)
                    if isSeen { look.seen.append(visited) } else { look.hidden.append(visited) }
                }
                look.found.append(
                    isSeen ? GetLocation.LocationResult(device: device, location: location, slogan: row.slogan) : nil)
            }
            return look
        }
        if let visitor = reader.device {
            if look.seen.isEmpty {
                recordVisitsLater(of: visitor, to: look.hidden, at: now)
            } else {
                try await recordVisits(of: visitor, to: look.seen + look.hidden, at: now)
            }
        }
        return AccessResult(value: look.found, proven: provenDevices(reader, look.key))
    }

    private struct Look {
        var found: [GetLocation.LocationResult?]
        var key: KeyCheck
        var seen: [VisitedDevice] = []
        var hidden: [VisitedDevice] = []
    }

    /// Reads the newest `amount` of a history. A visit is recorded only if the reader sees some of it.
    func getLocationHistory(
        _ device: DeviceID, amount: Int, for reader: Reader, at now: UnixTime
    ) async throws(LocationStoreError) -> AccessResult<GetLocationHistory.Reply> {
        let (reply, key, visited) = try await read { connection in
            let key = try checkReader(reader, connection)
            var reply = GetLocationHistory.Reply(maximum: policy.historyCap, available: 0, locations: [])
            guard let row = try DeviceTable(connection: connection).find(device), row.hasHistory,
                let newest = row.newest
            else { return (reply, key, nil as VisitedDevice?) }
            let entry = try listed(reader, of: row, connection)
            guard lets(key, entry, see: \.readsHistory, of: row) else { return (reply, key, nil) }
            let locations = LocationTable(connection: connection)
            let count = try locations.count(device: row.number, newest: newest.sequence)
            reply.available = min(count, policy.historyCap)
            reply.locations = try locations.newest(min(amount, reply.available), device: row.number)
            let isVisit = reply.available > 0 && device != reader.device
            let isProven = key == .proven || entry != nil
            return (reply, key, isVisit ? VisitedDevice(number: row.number, device: device, isProven: isProven) : nil)
        }
        if let visitor = reader.device, let visited { try await recordVisits(of: visitor, to: [visited], at: now) }
        return AccessResult(value: reply, proven: provenDevices(reader, key))
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
                if row.key != nil { throw Refusal.closedToGuests(device) }
                if index == 0, !row.hasAllowedList { location = row.location }
            }
            return AccessResult(value: location)
        }
    }

    /// The devices whose allowed list names the reader; nil if the reader has no key.
    func readableDevices(for reader: Reader) async throws(LocationStoreError) -> AccessResult<[DeviceID]?> {
        try await read { connection in
            let key = try checkReader(reader, connection)
            guard key == .proven, let device = reader.device else { return AccessResult(value: nil) }
            let devices = try AllowedDeviceTable(connection: connection).devices(
                letting: device, atMost: ListReadableDevices.maximumDevices)
            return AccessResult(value: devices, proven: provenDevices(reader, key))
        }
    }

    /// An anonymous reader has nothing to prove.
    func checkReader(_ reader: Reader, _ connection: Connection) throws -> KeyCheck {
        guard let device = reader.device else { return .noneConfigured }
        let row = try DeviceTable(connection: connection).findProtection(device)
        return try check(reader.key, of: device, row, rules.refusalOfReader)
    }

    private func provenDevices(_ reader: Reader, _ key: KeyCheck) -> [DeviceID] {
        guard key == .proven, let device = reader.device else { return [] }
        return [device]
    }

    func listed(_ reader: Reader, of row: DeviceRow, _ connection: Connection) throws -> AllowedDevice? {
        guard row.hasAllowedList, let device = reader.device else { return nil }
        return try AllowedDeviceTable(connection: connection).find(device, device: row.number)
    }

    func lets(_ key: KeyCheck, _ entry: AllowedDevice?, see right: (AllowedDevice) -> Bool, of row: DeviceRow) -> Bool {
        rules.letsSee(hasAllowedList: row.hasAllowedList, isListed: entry.map(right) ?? false, key)
    }

    /// Reads a slogan for a reader with a key; records the visit if there is a slogan.
    func getDeviceSlogan(
        _ device: DeviceID, reader: DeviceID, readerKey: DeviceKey, at now: UnixTime
    ) async throws(LocationStoreError) -> AccessResult<String?> {
        let row = try await read { connection in
            try checkProof(of: reader, readerKey, connection)
            return try DeviceTable(connection: connection).findProtection(device)
        }
        if let row, row.slogan != nil, device != reader {
            try await recordVisits(
                of: reader, to: [VisitedDevice(number: row.number, device: device, isProven: true)], at: now)
        }
        return AccessResult(value: row?.slogan, proven: [reader])
    }

    /// Reads a device's protection, and records the visit if the device has a current location. The answer does not wait for
    /// it: the delay would reveal that.
    func getDeviceSecurityStatus(
        _ device: DeviceID, reader: DeviceID, readerKey: DeviceKey, at now: UnixTime
    ) async throws(LocationStoreError) -> AccessResult<GetDeviceSecurityStatus.Reply> {
        let row = try await read { connection in
            try checkProof(of: reader, readerKey, connection)
            return try DeviceTable(connection: connection).find(device)
        }
        if let row, row.hasLocation(at: now), device != reader {
            recordVisitsLater(
                of: reader, to: [VisitedDevice(number: row.number, device: device, isProven: true)], at: now)
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
