extension RecipientIndex {
    /// Appends users within their own radius who match the rest. `isWithin` decides, by slot, for users within metres of
    /// their limit.
    func search(_ query: RecipientQuery, into found: inout ResultList, isWithin: (UInt32) -> Bool) {
        leaves.withUnsafeBufferPointer { leaves in
            children.withUnsafeBufferPointer { children in
                for (root, radius) in Self.classes.enumerated() {
                    let walk = RecipientWalk(
                        query: query, spread: SpreadQuery(query), reach: RecipientLimit.square(radius: radius),
                        leaves: leaves, children: children)
                    walk.visit(
                        root, x: -Self.halfWidth, y: -Self.halfWidth, z: -Self.halfWidth, width: Self.halfWidth,
                        into: &found, isWithin: isWithin)
                }
            }
        }
    }
}

/// The tree of one class; skips cubes that are too far away.
private struct RecipientWalk {
    let query: RecipientQuery
    let spread: SpreadQuery
    let reach: Float
    let leaves: UnsafeBufferPointer<RecipientLeaf>
    let children: UnsafeBufferPointer<UInt32>

    /// The eighths of a cube: `x`, `y` and `z` are its lowest coordinates, `width` is that of its eighths.
    func visit(
        _ branch: Int, x: Float, y: Float, z: Float, width: Float, into found: inout ResultList,
        isWithin: (UInt32) -> Bool
    ) {
        for eighth in 0..<8 {
            let child = children[branch * 8 + eighth]
            guard child != 0 else { continue }
            let (lowX, lowY, lowZ) = (
                eighth & 1 == 0 ? x : x + width, eighth & 2 == 0 ? y : y + width, eighth & 4 == 0 ? z : z + width
            )
            // Rounding is monotonic: a cube is never computed as farther away than a user within it.
            let dx = gap(query.point.x, lowX, width)
            let dy = gap(query.point.y, lowY, width)
            let dz = gap(query.point.z, lowZ, width)
            guard dx * dx + dy * dy + dz * dz <= reach else { continue }
            if child & RecipientIndex.leafFlag != 0 {
                let leaf = leaves[Int(child & ~RecipientIndex.leafFlag)]
                found.reserve(leaf.count)
                leaf.search(spread, into: &found, isWithin: isWithin)
            } else {
                visit(Int(child), x: lowX, y: lowY, z: lowZ, width: width / 2, into: &found, isWithin: isWithin)
            }
        }
    }

    @inline(__always)
    private func gap(_ coordinate: Float, _ low: Float, _ width: Float) -> Float {
        max(0, low - coordinate, coordinate - (low + width))
    }
}
