// Where the tokens of a push device come from.

/// Gives the tokens of this push device as they come: those of the system's notifications on iOS, a script's elsewhere.
public protocol PushDeviceTokenSource: Sendable {
    /// The tokens from now on, and the latest one if there is one already. The stream ends when there will be none any
    /// more.
    func tokens() -> AsyncStream<PushDeviceToken>
}

/// Gives each reader the latest token, and every one that comes after it.
@MainActor
final class PushDeviceTokenRelay: PushDeviceTokenSource {
    private var latest: PushDeviceToken?
    private var readers: [AsyncStream<PushDeviceToken>.Continuation] = []

    nonisolated init() {}

    nonisolated func tokens() -> AsyncStream<PushDeviceToken> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { reader in Task { @MainActor in self.add(reader) } }
    }

    /// There is another token.
    func give(_ token: PushDeviceToken) {
        latest = token
        // Who reads no more is forgotten.
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
    /// Takes the tokens of a source, each in place of the former one of its kind, until the source ends or the task is
    /// cancelled. What is registered of it, and when, is the work of ``run()``.
    public func use(from source: any PushDeviceTokenSource) async {
        for await token in source.tokens() { await use(token) }
    }
}
