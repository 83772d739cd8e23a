// What is held in memory of one recipient, in 40 bytes.

import Models

/// What is held in memory of one recipient. A million of them take 40 MB.
struct AudienceRecord: BitwiseCopyable {
    /// The number in push's database; 0 for nobody.
    let number: Int64
    private var latitude = Double.nan
    private var longitude = Double.nan
    private var since = PositionSecond(UnixTime(milliseconds: 0))
    private var traits: Traits = []
    /// Kilometres.
    private(set) var radius: UInt8 = 0
    private var pushDeviceCount: UInt8 = 0

    /// The wishes, and beside them what else is true or false.
    private struct Traits: OptionSet, BitwiseCopyable {
        let rawValue: UInt32

        static let hasChosen = Traits(rawValue: 1 << 26)
        static let isKnown = Traits(rawValue: 1 << 27)
        static let isDisabled = Traits(rawValue: 1 << 28)
        static let all: Traits = [.hasChosen, .isKnown, .isDisabled]
    }

    /// Somebody of whom nothing is known but the number.
    init(number: Int64 = 0) {
        self.number = number
    }

    // MARK: What is known

    /// Whether nothing is known.
    var isBlank: Bool {
        traits.isDisjoint(with: .all) && position == nil && pushDevices == 0
    }

    /// What the accounts feed says; nil as long as it has said nothing.
    var status: AccountStatus? {
        get { traits.contains(.isDisabled) ? .disabled : traits.contains(.isKnown) ? .active : nil }
        set {
            traits.subtract([.isKnown, .isDisabled])
            if let newValue { traits.formUnion(newValue == .active ? .isKnown : [.isKnown, .isDisabled]) }
        }
    }

    /// Whether the person has said what they want to hear of; else `wishes` and `radius` are the defaults.
    var hasChosen: Bool { traits.contains(.hasChosen) }

    var wishes: Wishes { Wishes(rawValue: traits.subtracting(.all).rawValue) }

    mutating func choose(_ wishes: Wishes, radius: Int, hasChosen: Bool) {
        traits = traits.intersection([.isKnown, .isDisabled]).union(Traits(rawValue: wishes.rawValue))
        if hasChosen { traits.insert(.hasChosen) }
        self.radius = UInt8(radius.clamped(to: Listing.radii))
    }

    /// The last position, to the second and without its accuracy; nil when there is none.
    var position: Position? {
        get {
            // What is no number is no place.
            Coordinate(latitude: latitude, longitude: longitude).map { Position(coordinate: $0, at: since.time) }
        }
        set {
            latitude = newValue?.coordinate.latitude ?? .nan
            longitude = newValue?.coordinate.longitude ?? .nan
            since = PositionSecond(newValue?.at ?? UnixTime(milliseconds: 0))
        }
    }

    /// On how many push devices the person is told; more than 255 count as so many.
    var pushDevices: Int {
        get { Int(pushDeviceCount) }
        set { pushDeviceCount = UInt8(newValue.clamped(to: 0...Int(UInt8.max))) }
    }

    // MARK: Who is told at all

    /// How the index lists the person; nil for one who cannot be told wherever they are.
    var listing: Listing? {
        guard pushDevices > 0, status != .disabled, let position else { return nil }
        return Listing(
            point: SpherePoint(position.coordinate), radius: Int(radius), wishes: wishes,
            since: PositionSecond(position.at))
    }
}
