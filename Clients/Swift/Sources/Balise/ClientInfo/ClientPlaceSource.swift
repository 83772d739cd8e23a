/// A city and its region.
public struct ClientPlace: Hashable, Sendable {
    /// `Paris`; nil for unknown.
    public var city: String?
    /// `Île-de-France`; nil for unknown.
    public var region: String?

    /// Creates a place.
    public init(city: String?, region: String?) {
        self.city = city
        self.region = region
    }
}

/// Finds the city that the device is in.
public protocol ClientPlaceSource: Sendable {
    /// Whether the user lets the app use the location. Reading this shows no prompt.
    var isAllowed: Bool { get async }

    /// The device's place; nil if it is not known at the moment.
    func currentPlace() async -> ClientPlace?
}
