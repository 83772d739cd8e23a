import Models
import Storage

// The import of a Miataru server's devices by an operator.
extension LocationStore {
    func beginPlaceImport(
        _ token: [UInt8], replaces: Bool, at now: UnixTime
    ) async throws(LocationStoreError) -> AccessResult<Done> {
        try await write { connection in
            try PlaceImportTable(connection: connection).begin(token, replaces: replaces, at: now)
            return AccessResult(value: Done())
        }
    }

    /// Stores the candidates, or leaves them alone. Refused if the import has ended.
    func importPlaces(
        _ candidates: [ImportCandidate], in token: [UInt8], at now: UnixTime
    ) async throws(LocationStoreError) -> AccessResult<[ImportedDeviceResult]> {
        try await write(telling: candidates.map(\.device)) { connection in
            let imports = PlaceImportTable(connection: connection)
            guard let replaces = try imports.replaces(token, at: now) else { throw Refusal.unknownImport }
            var results: [ImportedDeviceResult] = []
            for candidate in candidates {
                let (result, row) = try judge(candidate, replaces: replaces, connection)
                if [.made, .replaced].contains(result.outcome) { try put(candidate, over: row, connection) }
                results.append(result)
            }
            try imports.count(results, in: token)
            return AccessResult(value: results)
        }
    }

    func previewPlaceImport(
        _ candidates: [ImportCandidate], replaces: Bool
    ) async throws(LocationStoreError) -> AccessResult<[ImportedDeviceResult]> {
        try await read { connection in
            var results: [ImportedDeviceResult] = []
            for candidate in candidates {
                results.append(try judge(candidate, replaces: replaces, connection).result)
            }
            return AccessResult(value: results)
        }
    }

    func endPlaceImport(_ token: [UInt8]) async throws(LocationStoreError) -> AccessResult<PlaceImportCounts> {
        try await write { connection in
            guard let counts = try PlaceImportTable(connection: connection).end(token) else {
                throw Refusal.unknownImport
            }
            return AccessResult(value: counts)
        }
    }

    private func judge(
        _ candidate: ImportCandidate, replaces: Bool, _ connection: Connection
    ) throws -> (result: ImportedDeviceResult, row: DeviceRow?) {
        if let refusal = candidate.refusal { return (ImportedDeviceResult(.refused, reason: refusal), nil) }
        guard let row = try DeviceTable(connection: connection).find(candidate.device) else {
            return (candidate.stored(.made), nil)
        }
        if try has(candidate, in: row, connection) {
            return (ImportedDeviceResult(.known), row)
        }
        return (replaces ? candidate.stored(.replaced) : ImportedDeviceResult(.skipped), row)
    }

    /// Whether the stored device has the same protection and places as the candidate. Expiries and visits are not
    /// compared: they change without the user of the device.
    private func has(_ candidate: ImportCandidate, in row: DeviceRow, _ connection: Connection) throws -> Bool {
        let isSameKey =
            row.key == nil ? candidate.key == nil : hasher.check(candidate.key, against: row.key) == .proven
        guard isSameKey, candidate.slogan == row.slogan, row.hasAllowedList == (candidate.allowed != nil) else {
            return false
        }
        let list = try AllowedDeviceTable(connection: connection).list(device: row.number)
        // Reads one location more than the candidate has, to find a device with more places.
        let newest = try LocationTable(connection: connection)
            .newest(candidate.locations.count + 1, device: row.number)
        return Set(list) == Set(candidate.allowed ?? []) && newest.reversed() == candidate.locations
    }

    /// Replaces each part that the candidate has. Other protection stays, so that no further reader sees the device.
    private func put(_ candidate: ImportCandidate, over row: DeviceRow?, _ connection: Connection) throws {
        let devices = DeviceTable(connection: connection)
        let number = try row?.number ?? devices.insert(candidate.device)
        if let key = candidate.storedKey, hasher.check(candidate.key, against: row?.key) != .proven {
            try devices.setKey(key, of: number)
            if row != nil { try devices.outdateClaims(of: number) }
        }
        if let slogan = candidate.slogan { try devices.setSlogan(slogan, of: number) }
        if let list = candidate.allowed {
            try AllowedDeviceTable(connection: connection).replace(list, device: number)
            try devices.setHasAllowedList(true, of: number)
        }
        if !candidate.locations.isEmpty {
            let locations = LocationTable(connection: connection)
            if row?.newest != nil { try locations.delete(device: number) }
            for (index, location) in candidate.locations.enumerated() {
                try locations.put(
                    location, device: number, sequence: Int64(index + 1), expiresAt: candidate.expiresAt?.rawValue)
            }
        }
        if !candidate.visits.isEmpty {
            let visits = VisitTable(connection: connection)
            if row != nil { _ = try visits.delete(number) }
            for visit in candidate.visits {
                try visits.record(
                    visit.visitor, rank: PlaceRight.nothing.rank, device: number, at: visit.time,
                    cap: policy.visitorCap, everyVisit: policy.recordsEveryVisit)
            }
        }
    }
}
