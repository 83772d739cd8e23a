/// Checks again and again until `condition` holds, and returns whether it did within `limit`.
///
/// The limit is long, so that a busy machine does not fail a test. Tests of speed measure it themselves. It checks some
/// hundred times at least: when other tasks keep all threads for longer than the limit, the awaited event had no chance
/// to happen.
public func eventually(
    within limit: Duration = .seconds(60), isolation: isolated (any Actor)? = #isolation,
    _ condition: () async throws -> Bool
) async rethrows -> Bool {
    let deadline = ContinuousClock.now + limit
    var looks = 0
    while ContinuousClock.now < deadline || looks < 500 {
        looks += 1
        if try await condition() { return true }
        // The only pause: between two checks. A cancelled task stops checking.
        do { try await Task.sleep(for: .milliseconds(5)) } catch { return false }
    }
    return false
}

/// The same for what the rest of a test depends on: throws `DidNotHappen` when it did not happen.
public func eventually(
    _ what: String, within limit: Duration = .seconds(60), isolation: isolated (any Actor)? = #isolation,
    _ condition: () async throws -> Bool
) async throws {
    if try await eventually(within: limit, isolation: isolation, condition) { return }
    try Task.checkCancellation()
    throw DidNotHappen(description: "\(what): not within \(limit)")
}

/// Something that a test waited for did not happen in time.
public struct DidNotHappen: Error, CustomStringConvertible {
    public var description: String

    public init(description: String) { self.description = description }
}
