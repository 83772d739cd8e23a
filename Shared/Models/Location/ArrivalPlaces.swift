/// Identifies a place of arrivals. It is no secret.
public struct ArrivalPlaceID: OpaqueID {
    public let text: String

    public init?(_ text: String) {
        guard Self.isValid(text) else { return nil }
        self.text = text
    }
}

/// A place of a user. Its watchers are notified when `device` arrives there or leaves. The location service stores it,
/// and compares each report of the device with it.
public struct ArrivalPlace: Codable, Hashable, Sendable {
    public var id: ArrivalPlaceID
    public var name: Personal<String>
    public var device: DeviceID
    public var centre: Coordinate
    /// The radius in metres.
    public var radius: Int
    /// The accounts that are notified, each a member of one of the owner's circles.
    public var watchers: [AccountID]
    public var createdAt: UnixTime
    /// Whether the device is at the place; nil before the first report that is clearly inside or outside.
    public var isInside: Bool?

    enum CodingKeys: Int, CodingKey { case id = 0, name, device, centre, radius, watchers, createdAt, isInside }

    public init(
        id: ArrivalPlaceID, name: Personal<String>, device: DeviceID, centre: Coordinate, radius: Int,
        watchers: [AccountID], createdAt: UnixTime, isInside: Bool? = nil
    ) {
        (self.id, self.name, self.device, self.centre) = (id, name, device, centre)
        (self.radius, self.watchers, self.createdAt, self.isInside) = (radius, watchers, createdAt, isInside)
    }
}

/// A place of another user, at which the account is a watcher: it is notified of arrivals and departures.
public struct WatchedPlace: Codable, Hashable, Sendable {
    public var id: ArrivalPlaceID
    public var name: Personal<String>
    public var owner: AccountID

    enum CodingKeys: Int, CodingKey { case id = 0, name, owner }

    public init(id: ArrivalPlaceID, name: Personal<String>, owner: AccountID) {
        (self.id, self.name, self.owner) = (id, name, owner)
    }
}

/// Creates a place of arrivals for a claimed device. Errors: `invalidRequest` with the wrong member; `notFound` and
/// `forbidden` as for `RemoveDeviceKey`; `conflict` if the account has 16 places.
public struct CreateArrivalPlace: RequestFromEdge, RequestByDevice {
    public typealias Reply = ArrivalPlace
    public static let serviceCode = ServiceCode(.location, 114)

    /// The largest number of places of an account.
    public static let maximumCount = 16
    /// The largest number of watchers of a place.
    public static let maximumWatchers = 16
    /// The allowed radii in metres. Phones are not more exact than the smallest radius.
    public static let radii = 100...10_000

    public var account: AccountID
    public var device: DeviceID
    public var name: Personal<String>
    public var centre: Coordinate
    public var radius: Int
    public var watchers: [AccountID]

    enum CodingKeys: Int, CodingKey { case account = 0, device, name, centre, radius, watchers }

    public init(
        account: AccountID, device: DeviceID, name: Personal<String>, centre: Coordinate, radius: Int,
        watchers: [AccountID]
    ) {
        (self.account, self.device, self.name) = (account, device, name)
        (self.centre, self.radius, self.watchers) = (centre, radius, watchers)
    }
}

/// Lists the places of an account, and the places of others about which it is notified; the latest first.
public struct ListArrivalPlaces: RequestFromEdge, RequestByAccount, IdempotentRequest {
    public static let serviceCode = ServiceCode(.location, 115)

    public struct Reply: Codable, Sendable {
        public var places: [ArrivalPlace]
        public var watched: [WatchedPlace]
        /// The accounts whose arrivals the caller refuses; nil if the caller refuses no account's.
        public var refused: [AccountID]?

        enum CodingKeys: Int, CodingKey { case places = 0, watched, refused }

        public init(places: [ArrivalPlace], watched: [WatchedPlace], refused: [AccountID]? = nil) {
            (self.places, self.watched, self.refused) = (places, watched, refused)
        }
    }

    public var account: AccountID

    enum CodingKeys: Int, CodingKey { case account = 0 }

    public init(account: AccountID) { self.account = account }
}

/// Renames a place, or replaces its watchers. Errors: `notFound` for another user's; `invalidRequest` with the wrong
/// member.
public struct ChangeArrivalPlace: RequestFromEdge, RequestByAccount, IdempotentRequest {
    public typealias Reply = ArrivalPlace
    public static let serviceCode = ServiceCode(.location, 116)

    public var account: AccountID
    public var place: ArrivalPlaceID
    public var name: Personal<String>?
    public var watchers: [AccountID]?

    enum CodingKeys: Int, CodingKey { case account = 0, place, name, watchers }

    public init(
        account: AccountID, place: ArrivalPlaceID, name: Personal<String>? = nil, watchers: [AccountID]? = nil
    ) {
        (self.account, self.place, self.name, self.watchers) = (account, place, name, watchers)
    }
}

/// Deletes a place; if a watcher asks, only ends its notices for that watcher, who then refuses all places of its
/// owner. Errors: `notFound` for any other caller.
public struct RemoveArrivalPlace: RequestFromEdge, RequestByAccount {
    public static let serviceCode = ServiceCode(.location, 117)

    public var account: AccountID
    public var place: ArrivalPlaceID

    enum CodingKeys: Int, CodingKey { case account = 0, place }

    public init(account: AccountID, place: ArrivalPlaceID) { (self.account, self.place) = (account, place) }
}

/// Counts an arrival or a departure that the owner's phone has observed itself, and returns the place. A change that is
/// already counted has no effect, so the watchers get one notice whether the phone or the location service saw it
/// first. A change that is over an hour old, or older than a clear report that contradicts it, has no effect either. A
/// change less than a minute after another one counts once the minute is over. Errors: `notFound` for another user's place; `invalidRequest` for a time in the future.
public struct ReportArrival: RequestFromEdge, RequestByAccount, IdempotentRequest {
    public typealias Reply = ArrivalPlace
    public static let serviceCode = ServiceCode(.location, 140)

    public var account: AccountID
    public var place: ArrivalPlaceID
    /// Whether the phone has arrived; false if it has left.
    public var isInside: Bool
    /// When the change began, by the phone's clock.
    public var at: UnixTime

    enum CodingKeys: Int, CodingKey { case account = 0, place, isInside, at }

    public init(account: AccountID, place: ArrivalPlaceID, isInside: Bool, at: UnixTime) {
        (self.account, self.place, self.isInside, self.at) = (account, place, isInside, at)
    }
}

/// Lets an owner whose places the caller refuses name the caller as a watcher again. Errors: `notFound` if the caller
/// does not refuse this owner.
public struct AllowArrivals: RequestFromEdge, RequestByAccount {
    public static let serviceCode = ServiceCode(.location, 130)

    public var account: AccountID
    public var owner: AccountID

    enum CodingKeys: Int, CodingKey { case account = 0, owner }

    public init(account: AccountID, owner: AccountID) { (self.account, self.owner) = (account, owner) }
}

/// Notifies a watcher's push devices. There is no notice in quiet hours. A repetition with the same id has no effect.
/// Succeeds even if the watcher has no device.
public struct TellOfArrival: ServiceRequest, RequestByAccount, IdempotentRequest {
    public static let serviceCode = ServiceCode(.push, 147)
    public static var senders: Set<ServiceName> { [.location] }

    /// The account of the watcher.
    public var account: AccountID
    public var id: NotificationID
    /// The name, in the circle, of the member who arrived or left.
    public var person: Personal<String>
    public var place: Personal<String>
    /// Whether the device has arrived; false if it has left.
    public var isArrival: Bool
    public var at: UnixTime

    enum CodingKeys: Int, CodingKey { case account = 0, id, person, place, isArrival, at }

    public init(
        account: AccountID, id: NotificationID, person: Personal<String>, place: Personal<String>, isArrival: Bool,
        at: UnixTime
    ) {
        (self.account, self.id, self.person) = (account, id, person)
        (self.place, self.isArrival, self.at) = (place, isArrival, at)
    }
}
