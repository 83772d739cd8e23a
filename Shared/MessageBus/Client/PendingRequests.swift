// The requests of one connection that wait for their answer.

import Models

/// The requests of one connection that wait for their answer, by correlation.
struct PendingRequests {
    private var table = CorrelationTable<OutgoingRequest>()
    /// How many of them wait for changes on purpose.
    private var waiting = 0

    var isEmpty: Bool { table.isEmpty }

    var count: Int { table.count }

    /// How many the service works on, or will: what says how busy it is. Who waits for changes on purpose keeps it from
    /// nothing.
    var load: Int { table.count - waiting }

    /// Adds a request that is not there yet.
    mutating func insert(_ request: OutgoingRequest) {
        table.insert(request.correlation, request)
        if request.waitsForChanges { waiting += 1 }
    }

    /// Takes a request out.
    mutating func remove(_ correlation: UInt64) -> OutgoingRequest? {
        guard let request = table.remove(correlation) else { return nil }
        if request.waitsForChanges { waiting -= 1 }
        return request
    }

    /// Whether `isWanted` picks any.
    func contains(where isWanted: (OutgoingRequest) -> Bool) -> Bool { table.contains(where: isWanted) }

    /// Takes out what `isWanted` picks.
    mutating func removeAll(where isWanted: (OutgoingRequest) -> Bool) -> [OutgoingRequest] {
        let removed = table.removeAll(where: isWanted)
        return removed.map { _, request in
            if request.waitsForChanges { waiting -= 1 }
            return request
        }
    }
}
