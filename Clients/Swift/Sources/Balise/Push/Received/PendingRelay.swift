/// Passes each element to all readers. Elements that arrive before the first reader wait for it.
@MainActor
final class PendingRelay<Element: Sendable> {
    /// The most waiting elements; the oldest is dropped.
    private static var maximumPending: Int { 16 }

    private var pending: [Element] = []
    private var readers: [AsyncStream<Element>.Continuation] = []

    nonisolated init() {}

    /// The elements, until the reader's task is cancelled.
    nonisolated func elements() -> AsyncStream<Element> {
        AsyncStream { reader in Task { @MainActor in self.add(reader) } }
    }

    func give(_ element: Element) {
        // Removes readers that have stopped.
        readers.removeAll { reader in
            if case .terminated = reader.yield(element) { true } else { false }
        }
        guard readers.isEmpty else { return }
        pending.append(element)
        if pending.count > Self.maximumPending { pending.removeFirst() }
    }

    private func add(_ reader: AsyncStream<Element>.Continuation) {
        while let element = pending.first {
            if case .terminated = reader.yield(element) { return }
            pending.removeFirst()
        }
        readers.append(reader)
    }
}
