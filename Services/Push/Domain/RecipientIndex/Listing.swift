// What the index holds of one person, and what it is asked.

import Models

/// What the index holds of one person: where they are, how far they want to hear of, and of what.
struct Listing {
    var point: SpherePoint
    /// Kilometres, within `Listing.radii`.
    var radius: Int
    var wishes: Wishes
    /// From when the position is.
    var since: PositionSecond

    /// The radii that there are, in kilometres. What lies outside is taken for the nearest one that does not.
    static let radii = 5...50
}

/// What a person wants to hear of, as bits: one for each type of announcement and one for each category.
struct Wishes: OptionSet, BitwiseCopyable {
    let rawValue: UInt32

    static let offers = Wishes(rawValue: 1 << 31)
    static let professionals = Wishes(rawValue: 1 << 30)
    static let events = Wishes(rawValue: 1 << 29)

    /// How many categories there can be.
    static let maximumCategories = 26

    /// The bit of the category that stands at `place`, from 0 on, among the configured ones.
    static func category(at place: Int) -> Wishes { Wishes(rawValue: 1 << UInt32(place)) }

    /// The bit of the switch for a type.
    static func type(_ type: AnnouncementType) -> Wishes {
        switch type {
        case .offer: .offers
        case .professional: .professionals
        case .event: .events
        }
    }
}

/// From when a position is, in whole seconds since 1970; those after 2106 count as of then.
///
/// Whether a position is too old is judged by the second, here as in `AudienceRules`.
struct PositionSecond: BitwiseCopyable, Comparable {
    /// Seconds since 1970, less 2^31: so that a signed comparison, which every processor has, puts them in order.
    let shifted: Int32

    init(_ time: UnixTime) {
        let second = (time.rawValue / 1000).clamped(to: 0...Int64(UInt32.max))
        shifted = Int32(truncatingIfNeeded: second - (1 << 31))
    }

    init(shifted: Int32) {
        self.shifted = shifted
    }

    /// The beginning of that second.
    var time: UnixTime { UnixTime(milliseconds: (Int64(shifted) + (1 << 31)) * 1000) }

    static func < (one: PositionSecond, other: PositionSecond) -> Bool { one.shifted < other.shifted }
}

extension Comparable {
    func clamped(to range: ClosedRange<Self>) -> Self { min(max(self, range.lowerBound), range.upperBound) }
}

/// What the index is asked: who is within their own radius of a place, wants to hear of it, and was there lately?
struct RecipientQuery {
    var point: SpherePoint
    /// All of these must be among the person's.
    var wishes: Wishes
    /// Older positions do not count.
    var oldest: PositionSecond
}

/// Somebody whom the index has found.
package struct RecipientResult: BitwiseCopyable, Comparable {
    /// The squared straight line in metres as the bits of a `Float`, which order as the numbers do, above the slot.
    let packed: UInt64

    init(squaredChord: Float, slot: UInt32) {
        packed = UInt64(squaredChord.bitPattern) << 32 | UInt64(slot)
    }

    /// Which account, as the one who keeps the index counts them.
    package var slot: UInt32 { UInt32(truncatingIfNeeded: packed) }

    /// Metres from the place that was asked about, to within a metre.
    package var distance: Double { SpherePoint.distance(overSquaredChord: Float(bitPattern: UInt32(packed >> 32))) }

    /// Nearer ones first.
    package static func < (one: RecipientResult, other: RecipientResult) -> Bool { one.packed < other.packed }
}
