/// Each value repeated in all lanes.
struct SpreadQuery {
    let x: SIMD16<Float>
    let y: SIMD16<Float>
    let z: SIMD16<Float>
    let wishes: SIMD16<UInt32>
    let oldest: SIMD16<Int32>
    let doubtful: SIMD16<Float>

    init(_ query: RecipientQuery) {
        x = SIMD16(repeating: query.point.x)
        y = SIMD16(repeating: query.point.y)
        z = SIMD16(repeating: query.point.z)
        wishes = SIMD16(repeating: query.wishes.rawValue)
        oldest = SIMD16(repeating: query.oldest.shifted)
        doubtful = SIMD16(repeating: RecipientLimit.doubtful)
    }
}

extension RecipientLeaf {
    /// `found` has room for `count` more. `isWithin` decides for users so close to their limit that single precision
    /// cannot.
    @inline(__always)
    func search(_ query: SpreadQuery, into found: inout ResultList, isWithin: (UInt32) -> Bool) {
        var (row, rowsLeft) = rows
        // Local copies: a store through a pointer could change a field, so the compiler would reload it each time.
        let held = found.row
        var end = found.end
        while rowsLeft > 0 {
            let dx = row.load(fromByteOffset: Kind.x, as: SIMD16<Float>.self) - query.x
            let dy = row.load(fromByteOffset: Kind.y, as: SIMD16<Float>.self) - query.y
            let dz = row.load(fromByteOffset: Kind.z, as: SIMD16<Float>.self) - query.z
            let squares = dx * dx + dy * dy + dz * dz
            let limits = row.load(fromByteOffset: Kind.limit, as: SIMD16<Float>.self)
            let isNear = squares .<= limits
            let hasWishes =
                row.load(fromByteOffset: Kind.wishes, as: SIMD16<UInt32>.self) & query.wishes .== query.wishes
            let isFresh = row.load(fromByteOffset: Kind.since, as: SIMD16<Int32>.self) .>= query.oldest
            var lanes = Self.bits(isNear, hasWishes, isFresh)
            if lanes != 0 {
                // Few users are so close to their limit, so each of them is handled at once.
                let isDoubtful = limits - squares .< query.doubtful
                var doubtful = Self.bits(isDoubtful, isNear, isNear) & lanes
                while doubtful != 0 {
                    let lane = doubtful.trailingZeroBitCount
                    doubtful &= doubtful &- 1
                    if !isWithin(Self.slot(lane, of: row)) { lanes &= ~(1 << UInt32(lane)) }
                }
                held.storeBytes(of: squares, as: SIMD16<Float>.self)
                while lanes != 0 {
                    let lane = lanes.trailingZeroBitCount
                    lanes &= lanes &- 1
                    let square = (held + lane &* 4).load(as: Float.self)
                    end.initialize(to: FoundRecipient(squaredChord: square, slot: Self.slot(lane, of: row)))
                    end += 1
                }
            }
            row += Kind.end
            rowsLeft &-= 1
        }
        found.end = end
    }

    @inline(__always)
    private static func slot(_ lane: Int, of row: UnsafeRawPointer) -> UInt32 {
        (row + lane &* 4).load(fromByteOffset: Kind.slot, as: UInt32.self)
    }

    /// For each lane in which all three hold; the first lane's bit is the lowest.
    @inline(__always)
    private static func bits(
        _ one: SIMDMask<SIMD16<Int32>>, _ other: SIMDMask<SIMD16<Int32>>, _ third: SIMDMask<SIMD16<Int32>>
    ) -> UInt32 {
        // A mask has either all bits of a lane set, or none.
        let all =
            unsafeBitCast(one, to: SIMD16<Int32>.self) & unsafeBitCast(other, to: SIMD16<Int32>.self)
            & unsafeBitCast(third, to: SIMD16<Int32>.self) & bitOfLane
        return UInt32(bitPattern: all.wrappedSum())
    }

    private static let bitOfLane = SIMD16<Int32>(
        1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768)
}
