// Waiting for something to become true, with a deadline.

/// A condition that did not become true in time.
struct DidNotHappen: Error, CustomStringConvertible {
    var description: String
}

/// Asks `condition` again and again until it holds.
func eventually(
    within limit: Duration, _ what: String, isolation: isolated (any Actor)? = #isolation,
    _ condition: () async throws -> Bool
) async throws {
    let deadline = ContinuousClock.now + limit
    while try await !condition() {
        guard ContinuousClock.now < deadline else { throw DidNotHappen(description: "\(what): not within \(limit)") }
        try await Task.sleep(for: .milliseconds(5))
    }
}
