// What the models of views do alike: ask, and keep why it did not succeed.

/// A model that shows whether it is busy, and why the last thing that was asked of it did not succeed.
@MainActor
protocol AttemptingModel: AnyObject {
    /// Why the last thing did not succeed; nil when it did.
    var problem: BaliseError? { get set }
    /// Whether something is under way.
    var isBusy: Bool { get set }
}

extension AttemptingModel {
    /// Does something, and keeps why it did not succeed.
    ///
    /// - Returns: What came of it; nil when it did not succeed.
    func attempt<Value: Sendable>(_ work: () async throws(BaliseError) -> Value) async -> Value? {
        isBusy = true
        defer { isBusy = false }
        do throws(BaliseError) {
            let value = try await work()
            problem = nil
            return value
        } catch {
            // A screen that went away has no problem to show.
            if error != .cancelled { problem = error }
            return nil
        }
    }
}
