// Some people who are near each other, laid out so that sixteen are compared at a time.

/// The people of one small cube of space, in rows of sixteen. A row holds sixteen values of one kind, then sixteen of
/// the next kind, so that a search compares sixteen people at a time and reads the memory in one direction.
///
/// The unused places of the last row hold limits that no distance meets, so a search needs no special case at the end.
/// The owner of a leaf frees its memory with `free()`.
struct RecipientLeaf {
    static let lanes = 16
    /// How many values of four bytes a row has.
    private static let rowLength = 7 * lanes

    private var memory: UnsafeMutableRawPointer
    private(set) var count: Int
    private(set) var capacity: Int
    /// The position in `RecipientIndex.children` that names this leaf.
    var parent: UInt32

    /// What is kept of one person, in the order in which a row has it.
    struct Entry {
        var x: Float
        var y: Float
        var z: Float
        /// In square metres: the square of the straight distance beyond which the person is certainly too far away.
        var limit: Float
        var wishes: Wishes
        var since: PositionSecond
        var slot: UInt32
    }

    /// Where a kind of value stands in a row, in bytes.
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

    /// Frees the memory; from then on the leaf holds nobody and is of no use.
    mutating func free() {
        guard capacity > 0 else { return }
        memory.deallocate()
        (count, capacity) = (0, 0)
    }

    /// Bytes that it holds.
    var footprint: Int { capacity / Self.lanes * Kind.end }

    /// The rows that hold somebody, for a search.
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

    /// Adds a person behind the others.
    mutating func append(_ entry: Entry) {
        if count == capacity { resize(to: capacity + Self.lanes) }
        self[count] = entry
        count += 1
    }

    /// Takes a person out; the last one moves to that place. Gives the slot of the one who moved, or nil.
    mutating func remove(at place: Int) -> UInt32? {
        let last = count - 1
        if place != last { self[place] = self[last] }
        cell(last).storeBytes(of: Self.nobody, toByteOffset: Kind.limit, as: Float.self)
        count = last
        // A spare row stays, so that one person who comes and goes does not move all the others each time.
        if capacity - count >= 3 * Self.lanes { resize(to: capacity - 2 * Self.lanes) }
        return place == last ? nil : self[place].slot
    }

    // MARK: Memory

    /// A limit that nobody meets.
    private static let nobody: Float = -1

    /// Where the first value of a person stands.
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
}

/// How far away a person may be, as a leaf compares it.
enum RecipientLimit {
    /// Metres that are added to the straight line, more than single precision can be wrong by (see `SpherePoint`).
    private static let margin = 1.25

    /// The square, in square metres, of the straight line beyond which somebody with this radius, in kilometres, is
    /// certainly too far away.
    static func square(radius: Int) -> Float {
        let outer = SpherePoint.chord(over: Double(radius) * 1000) + margin
        return Float(outer * outer)
    }

    /// Whose square is less than this below their limit may still be too far away: the squares of the outer line and of
    /// one that is twice the margin shorter differ by at most this.
    static let doubtful = Float(4 * margin * (Double(Listing.radii.upperBound) * 1000 + 2 * margin))
}
