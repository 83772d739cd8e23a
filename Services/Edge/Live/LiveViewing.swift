import MessageBus
import Models

/// A viewer as the hub and its reviewers see it: of a stream of events (`LiveView`), or of a WebSocket (`PushView`).
protocol LiveViewing: AnyObject, Sendable {
    var viewer: LiveView.Viewer { get }
    var context: MessageContext { get }
    /// The devices whose changes concern it.
    var watched: Set<DeviceID> { get }
    var devices: [DeviceID] { get }
    /// The devices whose visit is recorded.
    var visited: [DeviceID] { get }
    /// Whether it keeps looking at each visit (`GetLocation.isWatching`).
    var isWatching: Bool { get }

    /// Nil for all devices. Returns whether to queue the view.
    func markDirty(_ device: DeviceID?) -> Bool
    func markToLookAnew() -> Bool
    /// Changes may be missing, so it needs the present places.
    func markGap()
    func beginReview() -> (devices: [DeviceID], looksAnew: Bool)
    func endReview() -> Bool
    /// Returns the visible devices without a recorded visit. The list of a device in `hidden` excludes the reader.
    func review(
        _ devices: [DeviceID], _ found: [GetLocation.LocationResult?], hidden: Set<DeviceID>
    ) -> [DeviceID]
    func show(_ devices: [DeviceID], _ found: [GetLocation.LocationResult?])
    func show(_ places: [GetPlaces.Place]) -> [DeviceID]

    /// One heartbeat of the hub.
    func beat()
    func checkCaller()
    func end(_ reason: LiveEnd)
}

extension LiveViewing {
    var session: SessionID? { if case .account(_, let session) = viewer { session } else { nil } }
}

extension LiveView: LiveViewing {
    var isWatching: Bool { false }

    /// Each review shows it the present places.
    func markGap() {}
}
