public import Observation

/// How this device shares its places, for the screen that shows it. The model needs iOS 17. On iOS 16, write an
/// `ObservableObject` that follows ``LocationSharing/states()`` in the same way.
@available(iOS 17, tvOS 17, watchOS 10, *)
@MainActor
@Observable
public final class BaliseSharingModel: AttemptingModel {
    /// The state; nil before `run()`.
    public private(set) var state: LocationSharingState?
    /// The last failure to change the mode; nil after a success.
    public internal(set) var problem: BaliseError?
    /// Whether a change is running, for example to disable buttons.
    public internal(set) var isBusy = false

    @ObservationIgnored private let sharing: LocationSharing

    /// Creates a model of a sharing. Another task must run the sharing itself.
    public init(_ sharing: LocationSharing) { self.sharing = sharing }

    /// Follows the state until the task is cancelled.
    public func run() async {
        for await state in await sharing.states() { self.state = state }
    }

    /// Chooses how exactly places are shared.
    /// - Returns: Whether the change succeeded; otherwise see ``problem``.
    @discardableResult
    public func setPower(_ power: LocationPower) async -> Bool {
        await attempt { () async throws(BaliseError) in try await sharing.setPower(power) } != nil
    }
}
