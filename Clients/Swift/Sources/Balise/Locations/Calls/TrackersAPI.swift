public import BaliseAPI

/// Lets tracker apps, such as OwnTracks, report the places of a device that the signed-in user has claimed. Every call
/// may throw any `BaliseError`.
public struct TrackersAPI: Sendable {
    let caller: APICaller

    /// Returns the user's trackers, the latest first.
    public func list() async throws(BaliseError) -> [BaliseTracker] {
        try await caller.call(AppCalls.listTrackers).data.trackers
    }

    /// Creates a tracker. Only this answer contains the tracker's token and the links that set up the app. An unclaimed
    /// device fails with `notFound`.
    public func create(_ request: CreateTrackerRequest) async throws(BaliseError) -> CreatedTracker {
        try await caller.call(AppCalls.createTracker, body: request).data
    }

    /// Changes the settings of a tracker. An unknown id fails with `notFound`.
    @discardableResult
    public func change(_ id: String, _ request: ChangeTrackerRequest) async throws(BaliseError) -> BaliseTracker {
        try await caller.call(AppCalls.changeTracker, at: id, body: request).data
    }

    /// Ends a tracker: its token is invalid from now on. An unknown id fails with `notFound`.
    public func revoke(_ id: String) async throws(BaliseError) { try await caller.send(AppCalls.revokeTracker, at: id) }
}

extension LocationsAPI {
    /// Calls about the tracker apps that report for devices of the signed-in user.
    public var trackers: TrackersAPI { TrackersAPI(caller: caller) }
}
