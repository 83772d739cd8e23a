public import Foundation
public import Observation

/// Where the members of all circles are, with their names, for the map of a family. The model needs iOS 17.
///
/// One stream carries the places of all circles. Each device of another user lists the signed-in user as a visitor.
@available(iOS 17, tvOS 17, watchOS 10, *)
@MainActor
@Observable
public final class BaliseFamilyModel: AttemptingModel {
    /// The devices that the user may see: those of others first, then the user's own.
    public private(set) var members: [MemberPlace] = []
    /// The state of the connection; nil before `run()`. Unless it is `open`, the places may be out of date.
    public private(set) var connection: BaliseConnectionState?
    /// The last failure; nil after a success.
    public internal(set) var problem: BaliseError?
    /// Whether a question or a pause is being sent, for example to disable buttons.
    public internal(set) var isBusy = false

    @ObservationIgnored private let client: BaliseClient
    @ObservationIgnored private let stream: LivePlaces
    @ObservationIgnored private var state = MemberPlaces()

    /// Creates a model of what the signed-in user may see.
    public init(_ client: BaliseClient) {
        self.client = client
        stream = client.places.stream()
    }

    /// Follows the members until the task is cancelled or the server refuses for good.
    public func run() async {
        (state, members, problem) = (MemberPlaces(), [], nil)
        let states = stream.connectionStates()
        let watching = Task { [weak self] in
            for await state in states { self?.connection = state }
        }
        defer { watching.cancel() }
        await reload()
        do {
            for try await change in stream {
                let isNew = state.take(change)
                members = state.members
                if isNew { await reload() }
            }
        } catch {
            // A screen that was closed has no failure to show.
            guard let error = error as? BaliseError else { return }
            // The user may have lost the right to see the places, so they disappear.
            (state, members, problem) = (MemberPlaces(), [], error)
        }
    }

    /// Loads the names and precisions again. The model does this by itself for a new device.
    public func reload() async {
        do throws(BaliseError) {
            let devices = try await client.places.list()
            state.describe(devices, try await client.locations.circles.list())
            members = state.members
        } catch {
            if error != .cancelled { problem = error }
        }
    }

    /// Asks a member's apps for a fresh place. The member sees the question.
    /// - Returns: The number of the member's push devices that are woken, 0 if the member cannot be reached; nil after
    ///   a failure, see ``problem``.
    public func ask(for device: LocationDeviceID) async -> Int? {
        await attempt { () async throws(BaliseError) in try await client.places.ask(for: device) }
    }

    /// Hides the user's devices in all circles until a time, or ends the pause.
    /// - Parameter end: At most 366 days from now; nil to end the pause.
    /// - Returns: Whether the change succeeded in every circle; otherwise see ``problem``.
    @discardableResult
    public func pause(until end: Date?) async -> Bool {
        await attempt { () async throws(BaliseError) -> Void in
            for circle in try await client.locations.circles.list() {
                _ = try await client.locations.circles.pause(circle, until: end)
            }
        } != nil
    }
}
