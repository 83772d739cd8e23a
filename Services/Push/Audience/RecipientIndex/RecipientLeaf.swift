/// The users of one small cube, in rows: sixteen values of one kind, then sixteen of the next. This way a search
/// compares sixteen users at a time and reads the memory in one direction. Unused slots have limits that no distance
/// meets. The owner of a leaf must call `free()`.
struct RecipientLeaf {
    static let lanes = 16
    /// The length of a row, in values of four bytes.
    private static let rowLength = 7 * lanes

    private var memory: UnsafeMutableRawPointer
    private(set) var count: Int
    private(set) var capacity: Int
    /// The index of this leaf's entry in `RecipientIndex.children`.
    var parent: UInt32

    struct Entry {
        var x: Float
        var y: Float
        var z: Float
        /// The square, in square metres, of the chord beyond which the user is certainly too far away.
        var limit: Float
        var wishes: Wishes
        var since: PositionSecond
        var slot: UInt32
    }

    /// The offset of each kind of value in a row, in bytes.
    enum Kind {
        static let x = 0
        static let y = 64
        static let z = 128
        static let limit = 192
        static let wishes = 256
        static let since = 320
        static let slot = 384
        static let end = 448
    }

    init(parent: UInt32) {
        self.parent = parent
        count = 0
        capacity = Self.lanes
        memory = Self.allocate(capacity)
    }

    mutating func free() {
        guard capacity > 0 else { return }
        memory.deallocate()
        (count, capacity) = (0, 0)
    }

    /// The size of the allocated rows, in bytes.
    var footprint: Int { capacity / Self.lanes * Kind.end }

    var rows: (first: UnsafeRawPointer, count: Int) {
        (UnsafeRawPointer(memory), (count + Self.lanes - 1) / Self.lanes)
    }

    // MARK: People

    subscript(place: Int) -> Entry {
        get {
            let cell = cell(place)
            return Entry(
                x: cell.load(fromByteOffset: Kind.x, as: Float.self),
                y: cell.load(fromByteOffset: Kind.y, as: Float.self),
                z: cell.load(fromByteOffset: Kind.z, as: Float.self),
                limit: cell.load(fromByteOffset: Kind.limit, as: Float.self),
                wishes: Wishes(rawValue: cell.load(fromByteOffset: Kind.wishes, as: UInt32.self)),
                since: PositionSecond(shifted: cell.load(fromByteOffset: Kind.since, as: Int32.self)),
                slot: cell.load(fromByteOffset: Kind.slot, as: UInt32.self))
        }
        nonmutating set {
            let cell = cell(place)
            cell.storeBytes(of: newValue.x, toByteOffset: Kind.x, as: Float.self)
            cell.storeBytes(of: newValue.y, toByteOffset: Kind.y, as: Float.self)
            cell.storeBytes(of: newValue.z, toByteOffset: Kind.z, as: Float.self)
            cell.storeBytes(of: newValue.limit, toByteOffset: Kind.limit, as: Float.self)
            cell.storeBytes(of: newValue.wishes.rawValue, toByteOffset: Kind.wishes, as: UInt32.self)
            cell.storeBytes(of: newValue.since.shifted, toByteOffset: Kind.since, as: Int32.self)
            cell.storeBytes(of: newValue.slot, toByteOffset: Kind.slot, as: UInt32.self)
        }
    }

    mutating func append(_ entry: Entry) {
        if count == capacity { resize(to: capacity + Self.lanes) }
        self[count] = entry
        count += 1
    }

    /// Removes the user at `place`. The leaf's last user moves to that index; returns the moved user's slot.
    mutating func remove(at place: Int) -> UInt32? {
        let last = count - 1
        if place != last { self[place] = self[last] }
        cell(last).storeBytes(of: Self.nobody, toByteOffset: Kind.limit, as: Float.self)
        count = last
        // The leaf keeps a spare row, so that one user who appears and disappears does not cause a resize each time.
        if capacity - count >= 3 * Self.lanes { resize(to: capacity - 2 * Self.lanes) }
        return place == last ? nil : self[place].slot
    }

    // MARK: Memory

    private static let nobody: Float = -1

    @inline(__always)
    private func cell(_ place: Int) -> UnsafeMutableRawPointer {
        memory + (place / Self.lanes * Kind.end + place % Self.lanes * 4)
    }

    private static func allocate(_ capacity: Int) -> UnsafeMutableRawPointer {
        let rows = capacity / lanes
        let memory = UnsafeMutableRawPointer.allocate(byteCount: rows * Kind.end, alignment: 64)
        for row in 0..<rows { clear(memory + row * Kind.end) }
        return memory
    }

    private static func clear(_ row: UnsafeMutableRawPointer) {
        row.initializeMemory(as: UInt32.self, repeating: 0, count: rowLength)
        row.storeBytes(of: SIMD16(repeating: nobody), toByteOffset: Kind.limit, as: SIMD16<Float>.self)
    }

    private mutating func resize(to larger: Int) {
        let moved = Self.allocate(larger)
        moved.copyMemory(from: memory, byteCount: min(capacity, larger) / Self.lanes * Kind.end)
        memory.deallocate()
        (memory, capacity) = (moved, larger)
    }

    /// Appends the matching users to `found`, which has room for `count` more. `isWithin` decides for users so close to
    /// their limit that single precision cannot.
    @inline(__always)
    func search(_ query: SpreadQuery, into found: inout ResultList, isWithin: (UInt32) -> Bool) {
        var (row, rowsLeft) = rows
        // These are local copies: a store by pointer could change a field, so the compiler would reload it each time.
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

    /// Returns a bit for each lane in which all three conditions hold; the first lane's bit is the lowest.
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

enum RecipientLimit {
    /// The length in metres that is added to the chord. It exceeds the error of single precision (see `SpherePoint`).
    private static let margin = 1.25

    /// Returns the square, in square metres, of the chord beyond which a user is certainly too far away.
    static func square(radius: Int) -> Float {
        let outer = SpherePoint.chord(over: Double(radius) * 1000) + margin
        return Float(outer * outer)
    }

    /// Squares that are less than this below the limit are doubtful. It is the greatest difference between the squares
    /// of the outer chord and of one shorter by twice the margin.
    static let doubtful = Float(4 * margin * (Double(Listing.radii.upperBound) * 1000 + 2 * margin))
}

/// A query with each value repeated in all lanes.
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
