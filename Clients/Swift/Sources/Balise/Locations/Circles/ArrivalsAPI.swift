public import BaliseAPI
import BaliseJSON

/// Places whose arrivals and departures members of circles learn by a push notification.
///
/// The server compares the reports of one claimed device with each place. The person who is watched makes the place,
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

extension BaliseClient {
    /// Calls about places whose arrivals members of circles learn.
    public var arrivals: ArrivalsAPI { ArrivalsAPI(caller: caller) }
}
