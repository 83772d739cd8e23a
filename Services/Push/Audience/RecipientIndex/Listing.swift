import Models

struct Listing {
    var point: SpherePoint
    /// The radius in kilometres, within `Listing.radii`.
    var radius: Int
    var wishes: Wishes
    var since: PositionSecond

    /// The allowed radii in kilometres. Values outside are clamped.
    static let radii = 5...50
}

/// The announcements that a user wants, with one bit for each type and each category.
struct Wishes: OptionSet, BitwiseCopyable {
    let rawValue: UInt32

    static let offers = Wishes(rawValue: 1 << 31)
    static let professionals = Wishes(rawValue: 1 << 30)
    static let events = Wishes(rawValue: 1 << 29)

    static let maximumCategories = 26

    static func category(at place: Int) -> Wishes { Wishes(rawValue: 1 << UInt32(place)) }

    static func type(_ type: AnnouncementType) -> Wishes {
        switch type {
        case .offer: .offers
        case .professional: .professionals
        default: .events
        }
    }
}

/// A time in whole seconds since 1970, at most in 2106. Ages are compared in whole seconds, as in `AudienceRules`.
struct PositionSecond: BitwiseCopyable, Comparable {
    /// The second minus 2^31: all processors have the signed comparison that this form needs.
    let shifted: Int32

    init(_ time: UnixTime) {
        let second = (time.rawValue / 1000).clamped(to: 0...Int64(UInt32.max))
        shifted = Int32(truncatingIfNeeded: second - (1 << 31))
    }

    init(shifted: Int32) { self.shifted = shifted }

    var time: UnixTime { UnixTime(milliseconds: (Int64(shifted) + (1 << 31)) * 1000) }

    static func < (one: PositionSecond, other: PositionSecond) -> Bool { one.shifted < other.shifted }
}

extension Comparable {
    func clamped(to range: ClosedRange<Self>) -> Self { min(max(self, range.lowerBound), range.upperBound) }
}

/// Selects users within their own radius of a place who have these wishes and a recent position.
struct RecipientQuery {
    var point: SpherePoint
    /// The wishes that the user must have, all of them.
    var wishes: Wishes
    var oldest: PositionSecond
}

package struct FoundRecipient: BitwiseCopyable, Comparable {
    /// The squared chord in metres as the bits of a `Float`, above the slot. These bits sort like the numbers.
    let packed: UInt64

    init(squaredChord: Float, slot: UInt32) { packed = UInt64(squaredChord.bitPattern) << 32 | UInt64(slot) }

    /// The account's slot, by the numbering of the index's owner.
    package var slot: UInt32 { UInt32(truncatingIfNeeded: packed) }

    /// Whether one user is nearer than the other.
    package static func < (one: FoundRecipient, other: FoundRecipient) -> Bool { one.packed < other.packed }
}
