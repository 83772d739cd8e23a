// Counting attempts within spans of time, in bounded memory. A pure value: its owner guards it and tells it the time.

import Models

/// Counts attempts by key. The window of a key begins with its first attempt, and the count with it.
struct AttemptWindows: Sendable {
    /// Who attempts what. A hash that differs with every start of the process, so nobody can make two meet.
    typealias Key = Int

    private struct Window {
        var began: Duration
        var count = 0
    }

    private let length: Duration
    /// The most keys remembered.
    private let memory: Int
    private var windows: [Key: Window] = [:]

    /// - Parameters:
    ///   - length: How long a window is.
    ///   - memory: The most keys remembered; at least 8.
    init(length: Duration, memory: Int) {
        self.length = length
        self.memory = max(8, memory)
    }

    /// How many keys are remembered.
    var count: Int { windows.count }

    /// How long the window of a key still goes on in which it has no attempt left; nil when it has one.
    func timeLeft(of key: Key, bound: Int, at now: Duration) -> Duration? {
        guard let window = windows[key], !isOver(window, at: now), window.count >= bound else { return nil }
        return window.began + length - now
    }

    /// Counts an attempt.
    mutating func record(_ key: Key, at now: Duration) {
        if windows[key] == nil {
            let length = length
            windows.makeRoom(within: memory, isOver: { now - $0.began >= length })
        }
        if windows[key].map({ isOver($0, at: now) }) ?? true { windows[key] = Window(began: now) }
        windows[key]?.count += 1
    }

    /// Takes back an attempt that was none after all.
    mutating func takeBack(_ key: Key) {
        guard let window = windows[key], window.count > 1 else { return forget(key) }
        windows[key]?.count -= 1
    }

    /// Gives a key all its attempts back.
    mutating func forget(_ key: Key) { windows[key] = nil }

    private func isOver(_ window: Window, at now: Duration) -> Bool { now - window.began >= length }
}

extension Duration {
    /// Rounded up.
    var wholeSeconds: Int { Int(components.seconds) + (components.attoseconds > 0 ? 1 : 0) }
}
