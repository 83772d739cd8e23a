import Models

struct PendingRequests {
    private var requests: [UInt64: OutgoingRequest] = [:]
    private var waiting = 0

    var isEmpty: Bool { requests.isEmpty }

    var count: Int { requests.count }

    /// Requests that wait for changes do not count: they cost the service nothing.
    var load: Int { requests.count - waiting }

    /// The request must be new.
    mutating func insert(_ request: OutgoingRequest) {
        requests[request.correlation] = request
        if request.waitsForChanges { waiting += 1 }
    }

    @discardableResult
    mutating func remove(_ correlation: UInt64) -> OutgoingRequest? {
        guard let request = requests.removeValue(forKey: correlation) else { return nil }
        if request.waitsForChanges { waiting -= 1 }
        return request
    }

    func contains(where isWanted: (OutgoingRequest) -> Bool) -> Bool { requests.values.contains(where: isWanted) }

    mutating func removeAll(where isWanted: (OutgoingRequest) -> Bool) -> [OutgoingRequest] {
        let wanted = requests.values.filter(isWanted)
        for request in wanted { remove(request.correlation) }
        return wanted
    }
}
