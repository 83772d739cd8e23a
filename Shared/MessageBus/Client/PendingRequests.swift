import Models

struct PendingRequests {
    private var table = CorrelationTable<OutgoingRequest>()
    private var waiting = 0

    var isEmpty: Bool { table.isEmpty }

    var count: Int { table.count }

    /// Requests that wait for changes do not count: they cost the service nothing.
    var load: Int { table.count - waiting }

    /// The request must be new.
    mutating func insert(_ request: OutgoingRequest) {
        table.insert(request.correlation, request)
        if request.waitsForChanges { waiting += 1 }
    }

    mutating func remove(_ correlation: UInt64) -> OutgoingRequest? {
        guard let request = table.remove(correlation) else { return nil }
        if request.waitsForChanges { waiting -= 1 }
        return request
    }

    func contains(where isWanted: (OutgoingRequest) -> Bool) -> Bool { table.contains(where: isWanted) }

    mutating func removeAll(where isWanted: (OutgoingRequest) -> Bool) -> [OutgoingRequest] {
        let removed = table.removeAll(where: isWanted)
        return removed.map { _, request in
            if request.waitsForChanges { waiting -= 1 }
            return request
        }
    }
}
