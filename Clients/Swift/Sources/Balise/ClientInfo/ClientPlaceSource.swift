// Where the device is, as far as its person lets the app say so.

/// A city and its region.
public struct ClientPlace: Hashable, Sendable {
    /// `Paris`; nil for unknown.
    public var city: String?
    /// `Île-de-France`; nil for unknown.
    public var region: String?

    /// A place.
    public init(city: String?, region: String?) {
        self.city = city
        self.region = region
    }
}

/// Finds out in which city the device is.
public protocol ClientPlaceSource: Sendable {
    /// Whether the person allows the app to know. Asking shows nothing to the person.
    var isAllowed: Bool { get async }

    /// The place of the device; nil where it cannot be told at the moment.
    func currentPlace() async -> ClientPlace?
}
