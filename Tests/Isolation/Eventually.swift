// Waiting for what happens elsewhere.

/// Looks again and again until `condition` holds, and says whether it did within a minute.
public func eventually(_ condition: () async throws -> Bool) async rethrows -> Bool {
    let deadline = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < deadline {
        if try await condition() { return true }
        // The only pause: between two looks.
        try? await Task.sleep(for: .milliseconds(5))
    }
    return false
}
