import Models

/// The data of a recipient in 40 bytes, so a million recipients take 40 MB.
struct AudienceRecord: BitwiseCopyable {
    let number: Int64
    private var latitude = Double.nan
    private var longitude = Double.nan
    private var since = PositionSecond(UnixTime(milliseconds: 0))
    private var traits: Traits = []
    /// The radius in kilometres.
    private(set) var radius: UInt8 = 0
    private var pushDeviceCount: UInt8 = 0

    private struct Traits: OptionSet, BitwiseCopyable {
        let rawValue: UInt32

        static let hasChosen = Traits(rawValue: 1 << 26)
        static let isKnown = Traits(rawValue: 1 << 27)
        static let isDisabled = Traits(rawValue: 1 << 28)
        static let all: Traits = [.hasChosen, .isKnown, .isDisabled]
    }

    init(number: Int64 = 0) { self.number = number }

    // MARK: Data

    var isBlank: Bool { traits.isDisjoint(with: .all) && position == nil && pushDevices == 0 }

    /// The account's status; nil until the accounts feed has it. Any status but `active` is kept as `disabled`.
    var status: AccountStatus? {
        get { traits.contains(.isDisabled) ? .disabled : traits.contains(.isKnown) ? .active : nil }
        set {
            traits.subtract([.isKnown, .isDisabled])
            if let newValue { traits.formUnion(newValue == .active ? .isKnown : [.isKnown, .isDisabled]) }
        }
    }

    var isClosed: Bool { traits.contains(.isDisabled) }

    /// Whether the user has chosen. If not, `wishes` and `radius` are the defaults.
    var hasChosen: Bool { traits.contains(.hasChosen) }

    var wishes: Wishes { Wishes(rawValue: traits.subtracting(.all).rawValue) }

    mutating func choose(_ wishes: Wishes, radius: Int, hasChosen: Bool) {
        traits = traits.intersection([.isKnown, .isDisabled]).union(Traits(rawValue: wishes.rawValue))
        if hasChosen { traits.insert(.hasChosen) }
        self.radius = UInt8(radius.clamped(to: Listing.radii))
    }

    /// The position, in whole seconds and without its accuracy; nil without a position.
    var position: Position? {
        get {
            // Without a position the latitude is NaN, from which no `Coordinate` can be made.
            Coordinate(latitude: latitude, longitude: longitude).map { Position(coordinate: $0, at: since.time) }
        }
        set {
            latitude = newValue?.coordinate.latitude ?? .nan
            longitude = newValue?.coordinate.longitude ?? .nan
            since = PositionSecond(newValue?.at ?? UnixTime(milliseconds: 0))
        }
    }

    /// The number of push devices; more than 255 count as 255.
    var pushDevices: Int {
        get { Int(pushDeviceCount) }
        set { pushDeviceCount = UInt8(newValue.clamped(to: 0...Int(UInt8.max))) }
    }

    // MARK: Listing

    /// The user's entry in the index of places; nil for a user who cannot be notified at any place.
    var listing: Listing? {
        guard pushDevices > 0, !isClosed, let position else { return nil }
        return Listing(
            point: SpherePoint(position.coordinate), radius: Int(radius), wishes: wishes,
            since: PositionSecond(position.at))
    }
}
