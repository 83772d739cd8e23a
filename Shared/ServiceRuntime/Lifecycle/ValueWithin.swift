/// Nil if `body` takes longer than `limit`; it then continues without a reader.
func valueWithin<Value: Sendable>(
    _ limit: Duration, _ body: @escaping @Sendable () async -> Value
) async -> Value? {
    let (outcomes, outcome) = AsyncStream.makeStream(of: Value?.self)
    Task { outcome.yield(await body()) }
    let timer = Task {
        // Cancelled when the value is there.
        guard (try? await Task.sleep(for: limit)) != nil else { return }
        outcome.yield(nil)
    }
    defer { timer.cancel() }
    for await value in outcomes { return value }
    return nil
}
