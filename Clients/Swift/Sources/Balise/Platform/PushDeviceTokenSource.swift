/// A source of this device's push tokens: the system on iOS, a script elsewhere.
public protocol PushDeviceTokenSource: Sendable {
    /// The latest token, if there is one, and all later ones. The stream ends with its source.
    func tokens() -> AsyncStream<PushDeviceToken>
}

/// Gives each reader the latest token and every later one.
@MainActor
final class PushDeviceTokenRelay: PushDeviceTokenSource {
    private var latest: PushDeviceToken?
    private var readers: [AsyncStream<PushDeviceToken>.Continuation] = []

    nonisolated init() {}

    nonisolated func tokens() -> AsyncStream<PushDeviceToken> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { reader in Task { @MainActor in self.add(reader) } }
    }

    func give(_ token: PushDeviceToken) {
        latest = token
        // Removes readers that have stopped.
        readers.removeAll { reader in
            if case .terminated = reader.yield(token) { true } else { false }
        }
    }

    private func add(_ reader: AsyncStream<PushDeviceToken>.Continuation) {
        if let latest { reader.yield(latest) }
        readers.append(reader)
    }
}

extension PushRegistrar {
    /// Uses a source's tokens until it or the task ends, the latest of each kind. ``run()`` registers them.
    public func use(from source: any PushDeviceTokenSource) async {
        for await token in source.tokens() { await use(token) }
    }
}
