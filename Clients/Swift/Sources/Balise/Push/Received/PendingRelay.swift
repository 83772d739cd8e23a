// Passing on what happens, also to whoever begins to read after it.

/// Gives each reader what comes, and the first one what came while nobody read.
@MainActor
final class PendingRelay<Element: Sendable> {
    /// How many elements are kept for a reader; the oldest gives way.
    private static var maximumPending: Int { 16 }

    private var pending: [Element] = []
    private var readers: [AsyncStream<Element>.Continuation] = []

    nonisolated init() {}

    /// The elements, until the reader's task is cancelled.
    nonisolated func elements() -> AsyncStream<Element> {
        AsyncStream { reader in Task { @MainActor in self.add(reader) } }
    }

    /// Something has happened.
    func give(_ element: Element) {
        // Who reads no more is forgotten.
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
