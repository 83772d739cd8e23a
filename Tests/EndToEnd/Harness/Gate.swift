// Gates: so many at a time, and room for tests that measure time.

/// Lets so many through at a time; the others wait in the order of their coming.
actor Gate {
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ width: Int) { free = width }

    /// Runs `body` once there is room.
    nonisolated func through<Result>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async rethrows -> Result {
        await enter()
        do {
            let result = try await body()
            await leave()
            return result
        } catch {
            await leave()
            throw error
        }
    }

    private func enter() async {
        if free > 0 {
            free -= 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    private func leave() {
        if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }
}

/// Keeps the tables of cases waiting while a test measures how long something takes.
actor Quiet {
    static let room = Quiet()
    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Returns once nobody needs quiet.
    func pass() async {
        while isTaken { await withCheckedContinuation { waiting.append($0) } }
    }

    func take() async {
        await pass()
        isTaken = true
    }

    func giveBack() {
        isTaken = false
        for waiter in waiting { waiter.resume() }
        waiting = []
    }
}
