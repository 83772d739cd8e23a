/// The listeners of an actor, each with its own stream.
struct StreamListeners<Element: Sendable> {
    private var continuations: [AsyncStream<Element>.Continuation] = []

    var isEmpty: Bool { continuations.isEmpty }

    /// Returns a stream of the values that are sent from now on.
    /// - Parameter policy: Which values the stream keeps for a slow listener.
    mutating func add(
        buffering policy: AsyncStream<Element>.Continuation.BufferingPolicy, first: Element? = nil
    ) -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: policy)
        if let first { continuation.yield(first) }
        add(continuation)
        return stream
    }

    mutating func add(_ continuation: AsyncStream<Element>.Continuation) { continuations.append(continuation) }

    func finish() { for continuation in continuations { continuation.finish() } }

    /// Sends a value to all listeners, and removes those whose streams have ended.
    mutating func send(_ element: Element) {
        continuations.removeAll { continuation in
            if case .terminated = continuation.yield(element) { true } else { false }
        }
    }
}
