import MessageBus
import Models

/// A viewer as the hub and its reviewers see it: of a stream of events (`LiveView`), or of a WebSocket (`PushView`).
protocol LiveViewing: AnyObject, Sendable {
    var viewer: LiveView.Viewer { get }
    var context: MessageContext { get }
    /// The devices whose changes concern the viewer.
    var watched: Set<DeviceID> { get }
    var devices: [DeviceID] { get }
    /// The devices whose visit is recorded.
    var visited: [DeviceID] { get }
    /// Whether the viewer keeps looking with each visit (`GetLocation.isWatching`).
    var isWatching: Bool { get }

    /// Marks a device as changed; nil marks all devices. Returns whether the view must be queued.
    func markDirty(_ device: DeviceID?) -> Bool
    func markToLookAnew() -> Bool
    /// Records that changes may be missing, so that the viewer needs the present places.
    func markGap()
    func beginReview() -> (devices: [DeviceID], looksAnew: Bool)
    func endReview() -> Bool
    /// Returns the visible devices without a recorded visit. The list of a device in `hidden` excludes the reader.
    func review(
        _ devices: [DeviceID], _ found: [GetLocation.LocationResult?], hidden: Set<DeviceID>
    ) -> [DeviceID]
    func show(_ devices: [DeviceID], _ found: [GetLocation.LocationResult?])
    func show(_ places: [GetPlaces.Place]) -> [DeviceID]

    /// Takes one heartbeat of the hub.
    func beat()
    func checkCaller()
    func end(_ reason: LiveEnd)
}

extension LiveViewing {
    var session: SessionID? { if case .account(_, let session) = viewer { session } else { nil } }
}

extension LiveView: LiveViewing {
    var isWatching: Bool { false }

    /// Does nothing: a stream needs no mark, because each review shows it the present places.
    func markGap() {}
}
