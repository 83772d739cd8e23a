public import BaliseAPI
import BaliseJSON
public import Foundation

/// Places whose arrivals and departures members of circles learn by a push notification.
///
/// The server compares the reports of one claimed device with each place. The user's phone can do so, too: see
/// ``ArrivalWatch``. Each change counts once. The person who is watched makes the place,
/// sees who watches it, and can end it.
public struct ArrivalsAPI: Sendable {
    let caller: APICaller

    /// Creates a place. The first report that is clearly inside or outside is no arrival.
    public func create(_ place: CreateArrivalPlaceRequest) async throws(BaliseError) -> BaliseArrivalPlace {
        try await caller.call(AppCalls.createArrivalPlace, body: place).data
    }

    /// Returns the user's own places, and the places of others about which the user is notified.
    public func list() async throws(BaliseError) -> BaliseArrivalPlaceList {
        try await caller.call(AppCalls.listArrivalPlaces).data
    }

    /// Renames a place, or replaces its watchers.
    public func change(_ place: String, _ changes: ChangeArrivalPlaceRequest) async throws(BaliseError)
        -> BaliseArrivalPlace
    {
        try await caller.call(AppCalls.changeArrivalPlace, at: place, body: changes).data
    }

    /// Reports an arrival or a departure that the app has observed itself. An ``ArrivalWatch`` does so by itself. A change
    /// that the server already knows has no effect.
    /// - Parameter isInside: Whether the device has arrived; false if it has left.
    /// - Parameter moment: When the change began.
    @discardableResult
    public func report(
        _ isInside: Bool, at place: String, since moment: Date
    ) async throws(BaliseError) -> BaliseArrivalPlace {
        let body = ReportArrivalRequest(isInside: isInside, at: moment)
        return try await caller.call(AppCalls.reportArrival, at: place, body: body).data
    }

    /// Lets a user, one of whose places the signed-in user has stopped watching, name the signed-in user as a watcher
    /// again.
    public func allow(_ account: String) async throws(BaliseError) {
        try await caller.send(AppCalls.allowArrivals, at: account)
    }

    /// Ends one of the user's own places. For a place of another user, ends only the notices to the signed-in user, who
    /// then refuses further places of that user.
    public func remove(_ place: String) async throws(BaliseError) {
        try await caller.send(AppCalls.removeArrivalPlace, at: place)
    }
}

extension LocationsAPI {
    /// Calls about places whose arrivals members of circles learn.
    public var arrivals: ArrivalsAPI { ArrivalsAPI(caller: caller) }
}
