/// Limits the number of concurrent callers. Callers beyond the limit wait in order.
actor AsyncSemaphore {
    private var places: Int
    private var waiting: [CheckedContinuation<Bool, Never>] = []
    private var first = 0
    private var isClosed = false

    init(places: Int) { self.places = places }

    /// Waits for a place. Returns false once the semaphore is closed. If it returns true, the caller must call `leave`.
    func enter() async -> Bool {
        if isClosed { return false }
        if places > 0 {
            places -= 1
            return true
        }
        return await withCheckedContinuation { waiting.append($0) }
    }

    func leave() {
        guard first < waiting.count else {
            places += 1
            return
        }
        waiting[first].resume(returning: true)
        first += 1
        // Used entries are removed in batches, so that the cost of each call stays small.
        if first >= 1024 || first == waiting.count {
            waiting.removeFirst(first)
            first = 0
        }
    }

    func close() {
        isClosed = true
        for continuation in waiting[first...] { continuation.resume(returning: false) }
        waiting = []
        first = 0
    }
}
