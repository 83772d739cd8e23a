// Gates: so many at a time, and room for tests that measure time.

/// Lets so many through at a time; the others wait in the order of their coming.
actor Gate {
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ width: Int) { free = width }

    /// Returns once there is room.
    private func enter() async {
        if free > 0 {
            free -= 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    /// The same, ahead of all who wait.
    private func enterFirst() async {
        if free > 0 {
            free -= 1
        } else {
            await withCheckedContinuation { waiting.insert($0, at: 0) }
        }
    }

    private func leave() {
        if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }

    /// Has a place for as long as `body` takes.
    /// - Parameter isFirst: Whether it comes ahead of all who wait.
    nonisolated func run<Value>(first isFirst: Bool = false, _ body: () async throws -> Value) async rethrows -> Value {
        if isFirst { await enterFirst() } else { await enter() }
        do {
            let value = try await body()
            await leave()
            return value
        } catch {
            await leave()
            throw error
        }
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

    /// Keeps it quiet for as long as `body` takes.
    nonisolated func run<Value>(_ body: () async throws -> Value) async rethrows -> Value {
        await take()
        do {
            let value = try await body()
            await release()
            return value
        } catch {
            await release()
            throw error
        }
    }

    private func take() async {
        await pass()
        isTaken = true
    }

    private func release() {
        isTaken = false
        for waiter in waiting { waiter.resume() }
        waiting = []
    }
}
