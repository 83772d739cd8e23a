extension Shape {
    /// Each test uses its own place, far from all others.
    var notified: Notified { get async throws { try await SharedNotified.running(self) } }
}

actor SharedNotified {
    private struct Life {
        let ready: Task<Notified, any Error>
        let whole: Task<Void, any Error>
        let end: AsyncStream<Void>.Continuation
    }

    private static let shared = SharedNotified()
    private var lives: [Shape: Life] = [:]

    static func running(_ shape: Shape) async throws -> Notified { try await shared.life(of: shape).ready.value }

    private func life(of shape: Shape) -> Life {
        if let life = lives[shape] { return life }
        let (ends, end) = AsyncStream<Void>.makeStream()
        let (started, start) = AsyncThrowingStream<Notified, any Error>.makeStream()
        let whole = Task {
            do {
                try await Notified.run(shape, isShared: true) { notified in
                    start.yield(notified)
                    for await _ in ends {}
                }
                start.finish()
            } catch {
                start.finish(throwing: error)
                throw error
            }
        }
        let ready = Task {
            for try await notified in started { return notified }
            throw DidNotHappen(description: "\(shape) with stand-ins did not start")
        }
        let life = Life(ready: ready, whole: whole, end: end)
        lives[shape] = life
        return life
    }

    static func end() async throws {
        for life in await shared.dequeueAll() {
            if let notified = try? await life.ready.value {
                try await notified.balise.stop()
                try Privacy.check(notified.balise, alsoUnlogged: notified.secrets)
            }
            life.end.finish()
            try await life.whole.value
        }
    }

    private func dequeueAll() -> [Life] {
        defer { lives = [:] }
        return Array(lives.values)
    }
}
