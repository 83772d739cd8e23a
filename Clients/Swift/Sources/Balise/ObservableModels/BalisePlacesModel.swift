public import Observation

/// Where devices are, for a map. The model needs iOS 17. On iOS 16, write an `ObservableObject` that reads
/// ``LivePlaces`` in the same way.
@available(iOS 17, tvOS 17, watchOS 10, *)
@MainActor
@Observable
public final class BalisePlacesModel {
    /// The current places by device. Devices without a place, and devices that this viewer may not see, are missing.
    public private(set) var places: [LocationDeviceID: LocationResult] = [:]
    /// The state of the connection; nil before `run()`. Unless it is `open`, ``places`` may be out of date.
    public private(set) var connection: BaliseConnectionState?
    /// Why the stream ended for good; nil while it runs.
    public private(set) var problem: BaliseError?

    @ObservationIgnored private let stream: LivePlaces

    /// Creates a model of a stream, such as `client.places.stream()`.
    public init(_ stream: LivePlaces) { self.stream = stream }

    /// Follows the devices until the task is cancelled or the server refuses for good.
    public func run() async {
        (places, problem) = ([:], nil)
        let states = stream.connectionStates()
        let watching = Task { [weak self] in
            for await state in states { self?.connection = state }
        }
        defer { watching.cancel() }
        do {
            for try await change in stream { take(change) }
        } catch {
            // A screen that was closed has no failure to show.
            guard let error = error as? BaliseError else { return }
            // The viewer may have lost the right to see the places, so they disappear.
            (places, problem) = ([:], error)
        }
    }

    private func take(_ change: LivePlace) {
        switch change {
        case .place(let found): places[found.device] = found
        case .gone(let device): places[device] = nil
        case .reset: places = [:]
        }
    }
}
