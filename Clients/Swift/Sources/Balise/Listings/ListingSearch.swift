// What somebody looks for in the lists.

import BaliseJSON
public import Foundation

/// What somebody looks for. Nil leaves a condition out.
public struct ListingSearch: Hashable, Sendable {
    /// A circle on the map.
    public struct Area: Hashable, Sendable {
        /// Degrees, -90 to 90.
        public var latitude: Double
        /// Degrees, -180 to 180.
        public var longitude: Double
        /// Metres around that; nil for everywhere, the nearest first.
        public var radius: Double?

        /// A circle, or all the world around a place.
        public init(latitude: Double, longitude: Double, radius: Double? = nil) {
            self.latitude = latitude
            self.longitude = longitude
            self.radius = radius
        }
    }

    /// Where.
    public var area: Area?
    /// In which city; counts where there is no `area`.
    public var city: String?
    /// Of which category.
    public var category: String?
    /// A part of a title or a name.
    public var name: String?
    /// Of which professional.
    public var professional: Int64?
    /// Only what has not ended by then.
    public var from: Date?
    /// Only what has begun by then.
    public var until: Date?
    /// Whether of members of the club only.
    public var clubOnly: Bool

    /// A search.
    public init(
        area: Area? = nil, city: String? = nil, category: String? = nil, name: String? = nil,
        professional: Int64? = nil, from: Date? = nil, until: Date? = nil, clubOnly: Bool = false
    ) {
        self.area = area
        self.city = city
        self.category = category
        self.name = name
        self.professional = professional
        self.from = from
        self.until = until
        self.clubOnly = clubOnly
    }
}

extension ListingSearch {
    /// The search as the lists read it.
    func query() throws(BaliseError) -> [(String, String)] {
        var query: [(String, String)] = []
        func add(_ name: String, _ value: String?) { if let value { query.append((name, value)) } }
        if let area {
            guard (-90...90).contains(area.latitude), (-180...180).contains(area.longitude), area.radius ?? 0 >= 0
            else {
                throw .invalid("a latitude is from -90 to 90, a longitude from -180 to 180, a radius not below 0")
            }
            add("lat", "\(area.latitude)")
            add("lon", "\(area.longitude)")
            add("radius", area.radius.map { "\($0)" })
        }
        add("city", city)
        add("category", category)
        add("name", name)
        add("professionalId", professional.map(String.init))
        add("startDate", from.map { RFC3339.text(of: $0) })
        add("endDate", until.map { RFC3339.text(of: $0) })
        if clubOnly { add("isClub10", "true") }
        return query
    }
}
