/// Checks repeatedly until `condition` holds, and returns whether it held within `limit`.
///
/// The limit is long, so that a busy machine does not fail a test. Tests of speed measure it themselves. At least some
/// hundred checks are made: if other tasks keep all threads busy for longer than the limit, the awaited event had no
/// chance to happen.
public func eventually(
    within limit: Duration = .seconds(60), isolation: isolated (any Actor)? = #isolation,
    _ condition: () async throws -> Bool
) async rethrows -> Bool {
    let deadline = ContinuousClock.now + limit
    var looks = 0
    while ContinuousClock.now < deadline || looks < 500 {
        looks += 1
        if try await condition() { return true }
        // The only pause is between two checks. A cancelled task stops checking.
        do { try await Task.sleep(for: .milliseconds(5)) } catch { return false }
    }
    return false
}

/// The same for a condition that the rest of a test needs. Throws `DidNotHappen` if it did not hold in time.
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
