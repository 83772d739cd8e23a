// A store that takes no more.

/// Writes one thing after the other until one is refused, and gives why; nil when a thousand fit.
public func refusalOfFullStore(_ write: (_ number: Int) async throws -> Void) async -> (any Error)? {
    for number in 0..<1000 {
        do { try await write(number) } catch { return error }
    }
    return nil
}
