/// The path from the cube around the earth down to ever smaller cubes that contain a point.
///
/// All centres are sums of powers of two, which a `Float` represents exactly. So a point is never between two cubes.
struct Descent {
    private let point: RecipientLeaf.Entry
    private var (x, y, z) = (Float(0), Float(0), Float(0))
    private var quarter = RecipientIndex.halfWidth / 2
    /// The number of halvings of the cube around the earth so far.
    private(set) var halvings = 0

    init(_ point: RecipientLeaf.Entry) {
        self.point = point
    }

    /// Moves to the eighth of the current cube that contains the point, and returns its index, 0 to 7.
    mutating func next() -> UInt32 {
        let eighth = eighth(of: point)
        x += eighth & 1 == 0 ? -quarter : quarter
        y += eighth & 2 == 0 ? -quarter : quarter
        z += eighth & 4 == 0 ? -quarter : quarter
        quarter /= 2
        halvings += 1
        return eighth
    }

    /// The index of the eighth of the current cube that contains another point.
    func eighth(of other: RecipientLeaf.Entry) -> UInt32 {
        (other.x >= x ? 1 : 0) | (other.y >= y ? 2 : 0) | (other.z >= z ? 4 : 0)
    }
}
