// Waiting for what happens elsewhere.

/// Looks again and again until `condition` holds, and says whether it did within `limit`.
public func eventually(
    within limit: Duration = .seconds(60), _ condition: () async throws -> Bool
) async rethrows -> Bool {
    let deadline = ContinuousClock.now + limit
    while ContinuousClock.now < deadline {
        if try await condition() { return true }
        // The only pause: between two looks. Whoever is cancelled looks no more.
        do { try await Task.sleep(for: .milliseconds(5)) } catch { return false }
    }
    return false
}
