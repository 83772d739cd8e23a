import BaliseJSON
public import Foundation

/// The conditions of a search. Nil leaves a condition out.
public struct ListingSearch: Hashable, Sendable {
    /// A circle on the map.
    public struct Area: Hashable, Sendable {
        /// The latitude of the centre in degrees, -90 to 90.
        public var latitude: Double
        /// The longitude of the centre in degrees, -180 to 180.
        public var longitude: Double
        /// The radius in metres; nil to search everywhere, the nearest entries first.
        public var radius: Double?

        /// Creates a circle, or the whole world sorted by distance.
        public init(latitude: Double, longitude: Double, radius: Double? = nil) {
            (self.latitude, self.longitude, self.radius) = (latitude, longitude, radius)
        }
    }

    /// The area to search; nil to search by other conditions only.
    public var area: Area?
    /// The city of the entries. The server ignores it if there is an `area`.
    public var city: String?
    /// The category of the entries, one of ``ListingsAPI/categories()``.
    public var category: String?
    /// A part of the entries' title or name.
    public var name: String?
    /// The id of the professional whose entries are wanted.
    public var professional: Int64?
    /// The start of the time range: entries that ended before it are left out.
    public var from: Date?
    /// The end of the time range: entries that begin after it are left out.
    public var until: Date?
    /// Whether to show only members of the club.
    public var clubOnly: Bool

    public init(
        area: Area? = nil, city: String? = nil, category: String? = nil, name: String? = nil,
        professional: Int64? = nil, from: Date? = nil, until: Date? = nil, clubOnly: Bool = false
    ) {
        (self.area, self.city, self.category, self.name) = (area, city, category, name)
        (self.professional, self.from, self.until, self.clubOnly) = (professional, from, until, clubOnly)
    }
}

extension ListingSearch {
    func query() throws(BaliseError) -> [(String, String?)] {
        var query: [(String, String?)] = []
        if let area {
            guard (-90...90).contains(area.latitude), (-180...180).contains(area.longitude), area.radius ?? 0 >= 0
            else { throw .invalid("a latitude is from -90 to 90, a longitude from -180 to 180, a radius not below 0") }
            let radius = area.radius.map { "\($0)" }
            query = [("lat", "\(area.latitude)"), ("lon", "\(area.longitude)"), ("radius", radius)]
        }
        query += [
            ("city", city), ("category", category), ("name", name), ("professionalId", professional.map(String.init)),
            ("startDate", from.map { RFC3339.text(of: $0) }), ("endDate", until.map { RFC3339.text(of: $0) }),
            ("isClub10", clubOnly ? "true" : nil),
        ]
        return query
    }
}
