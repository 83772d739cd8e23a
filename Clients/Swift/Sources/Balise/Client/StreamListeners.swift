/// The streams of an actor's listeners. The actor owns one of these, and removes a listener whose stream has ended.
struct StreamListeners<Element: Sendable> {
    private var continuations: [Int: AsyncStream<Element>.Continuation] = [:]
    private var lastNumber = 0

    var isEmpty: Bool { continuations.isEmpty }

    /// A stream of the values from now on.
    /// - Parameter policy: Applies to values that a slow listener has not read.
    /// - Parameter onEnd: Called when the stream has ended, with the number to give to `remove`.
    mutating func add(
        buffering policy: AsyncStream<Element>.Continuation.BufferingPolicy, first: Element? = nil,
        onEnd: @escaping @Sendable (_ number: Int) async -> Void
    ) -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: policy)
        lastNumber += 1
        let number = lastNumber
        continuations[number] = continuation
        continuation.onTermination = { _ in
            Task { await onEnd(number) }
        }
        if let first { continuation.yield(first) }
        return stream
    }

    mutating func remove(_ number: Int) { continuations[number] = nil }

    func send(_ element: Element) { for continuation in continuations.values { continuation.yield(element) } }
}
