// Waiting for what another task does.

import Testing

/// Waits until something is so; a test in which it is not within ten seconds has failed.
func eventually(
    _ condition: @Sendable () async throws -> Bool, sourceLocation: SourceLocation = #_sourceLocation
) async throws {
    let deadline = ContinuousClock.now + .seconds(10)
    while try await !condition() {
        try #require(ContinuousClock.now < deadline, "it has not come to that", sourceLocation: sourceLocation)
        try await Task.sleep(for: .milliseconds(2))
    }
}
