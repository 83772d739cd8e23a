import Models

/// Uses bounded memory. The owner guards it and passes the time. The window of a key begins with its first attempt.
struct AttemptWindows: Sendable {
    /// A hash that differs with every start of the process, so that an attacker cannot provoke a collision.
    typealias Key = Int

    private struct Window {
        var began: Duration
        var count = 0
    }

    private let length: Duration
    private let memory: Int
    private var windows: [Key: Window] = [:]

    /// - Parameter memory: The most keys; at least 8.
    init(length: Duration, memory: Int) {
        self.length = length
        self.memory = max(8, memory)
    }

    var count: Int { windows.count }

    func timeLeft(of key: Key, bound: Int, at now: Duration) -> Duration? {
        guard let window = windows[key], !isOver(window, at: now), window.count >= bound else { return nil }
        return window.began + length - now
    }

    mutating func record(_ key: Key, at now: Duration) {
        if windows[key] == nil {
            let length = length
            windows.makeRoom(within: memory, isOver: { now - $0.began >= length })
        }
        if windows[key].map({ isOver($0, at: now) }) ?? true { windows[key] = Window(began: now) }
        windows[key]?.count += 1
    }

    mutating func takeBack(_ key: Key) {
        guard let window = windows[key], window.count > 1 else { return forget(key) }
        windows[key]?.count -= 1
    }

    mutating func forget(_ key: Key) { windows[key] = nil }

    private func isOver(_ window: Window, at now: Duration) -> Bool { now - window.began >= length }
}

extension Duration {
    /// Rounded up.
    var wholeSeconds: Int { Int(components.seconds) + (components.attoseconds > 0 ? 1 : 0) }
}
