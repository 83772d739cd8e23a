/// A model that shows whether it is busy, and why its last call failed.
@MainActor
protocol AttemptingModel: AnyObject {
    /// The last failure; nil after a success.
    var problem: BaliseError? { get set }
    var isBusy: Bool { get set }
}

extension AttemptingModel {
    /// Makes a call, and stores its failure.
    /// - Returns: The result; nil after a failure.
    func attempt<Value: Sendable>(_ work: () async throws(BaliseError) -> Value) async -> Value? {
        isBusy = true
        defer { isBusy = false }
        do throws(BaliseError) {
            let value = try await work()
            problem = nil
            return value
        } catch {
            // A screen that was closed has no failure to show.
            if error != .cancelled { problem = error }
            return nil
        }
    }
}
