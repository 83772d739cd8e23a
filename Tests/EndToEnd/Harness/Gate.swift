actor Gate {
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ width: Int) { free = width }

    private func enter(first isFirst: Bool) async {
        if free > 0 {
            free -= 1
        } else {
            await withCheckedContinuation { waiting.insert($0, at: isFirst ? 0 : waiting.count) }
        }
    }

    private func leave() {
        if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }

    /// - Parameter isFirst: Whether it precedes all waiting callers.
    nonisolated func run<Value>(first isFirst: Bool = false, _ body: () async throws -> Value) async rethrows -> Value {
        await enter(first: isFirst)
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

/// Delays the tables of cases while a test measures time.
actor Quiet {
    static let room = Quiet()
    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func pass() async {
        while isTaken { await withCheckedContinuation { waiting.append($0) } }
    }

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

final class Counter: Sendable {
    private let count = Mutex(0)

    var value: Int { count.withLock { $0 } }
    func add(_ more: Int = 1) { count.withLock { $0 += more } }
}
