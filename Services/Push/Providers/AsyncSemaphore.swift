// Lets so many through at a time.

/// Lets so many through at a time; the others wait in the order in which they came.
actor AsyncSemaphore {
    private var places: Int
    private var waiting: [CheckedContinuation<Bool, Never>] = []
    /// The first that waits; those before it are gone.
    private var first = 0
    private var isClosed = false

    init(places: Int) { self.places = places }

    /// Waits for a place; false when there will be none any more. Who has one gives it back by `leave`.
    func enter() async -> Bool {
        if isClosed { return false }
        if places > 0 {
            places -= 1
            return true
        }
        return await withCheckedContinuation { waiting.append($0) }
    }

    /// Gives a place back, to who waits longest.
    func leave() {
        guard first < waiting.count else {
            places += 1
            return
        }
        waiting[first].resume(returning: true)
        first += 1
        // Those that are gone are dropped once in a while, so that each costs little.
        if first >= 1024 || first == waiting.count {
            waiting.removeFirst(first)
            first = 0
        }
    }

    /// Lets nobody in any more.
    func close() {
        isClosed = true
        for continuation in waiting[first...] { continuation.resume(returning: false) }
        waiting = []
        first = 0
    }
}
