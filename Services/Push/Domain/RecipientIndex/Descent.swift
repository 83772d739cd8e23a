// The way from the cube around the earth down to where somebody stands.

/// The way down from the cube around the earth to the ever smaller ones in which a point lies.
///
/// All centres are sums of powers of two that a `Float` holds exactly, so that a point is never between two cubes.
struct Descent {
    private let point: RecipientLeaf.Entry
    private var (x, y, z) = (Float(0), Float(0), Float(0))
    private var quarter = RecipientIndex.halfWidth / 2
    /// How often the cube around the earth was halved so far.
    private(set) var halvings = 0

    init(_ point: RecipientLeaf.Entry) {
        self.point = point
    }

    /// The eighth of the present cube in which the point lies, 0 to 7; it is the present cube from then on.
    mutating func next() -> UInt32 {
        let eighth = eighth(of: point)
        x += eighth & 1 == 0 ? -quarter : quarter
        y += eighth & 2 == 0 ? -quarter : quarter
        z += eighth & 4 == 0 ? -quarter : quarter
        quarter /= 2
        halvings += 1
        return eighth
    }

    /// The eighth of the present cube in which somebody stands who is within it.
    func eighth(of other: RecipientLeaf.Entry) -> UInt32 {
        (other.x >= x ? 1 : 0) | (other.y >= y ? 2 : 0) | (other.z >= z ? 4 : 0)
    }
}
