// Those whom a search has found, and their order.

/// A list of those whom a search has found. Owns its memory, which is used again by the next search.
struct FoundList: ~Copyable {
    private var memory: UnsafeMutablePointer<FoundRecipient>
    private var capacity: Int
    private(set) var count = 0
    private let row = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 64)

    /// More than this is given back when the list is cleared.
    private static let kept = 1 << 16

    init() {
        capacity = 1024
        memory = .allocate(capacity: capacity)
    }

    deinit {
        memory.deallocate()
        row.deallocate()
    }

    /// Makes room for so many more.
    @inline(__always)
    mutating func reserve(_ more: Int) {
        if count + more > capacity { resize(to: max(count + more, 2 * capacity)) }
    }

    /// Adds one, for whom there is room.
    @inline(__always)
    mutating func append(_ one: FoundRecipient) {
        (memory + count).initialize(to: one)
        count += 1
    }

    /// Keeps the sixteen squares that are looked at, since a vector's lanes are dear to ask for one by one.
    @inline(__always)
    func hold(_ squares: SIMD16<Float>) { row.storeBytes(of: squares, as: SIMD16<Float>.self) }

    /// One of the squares that were kept last.
    @inline(__always)
    func held(_ lane: Int) -> Float { (row + lane &* 4).load(as: Float.self) }

    mutating func clear() {
        count = 0
        if capacity > Self.kept { resize(to: Self.kept) }
    }

    /// All of them, as they were found.
    borrowing func copy() -> [FoundRecipient] {
        [FoundRecipient](unsafeUninitializedCapacity: count) { buffer, written in
            buffer.baseAddress?.update(from: memory, count: count)
            written = count
        }
    }

    private mutating func resize(to larger: Int) {
        let moved = UnsafeMutablePointer<FoundRecipient>.allocate(capacity: larger)
        moved.update(from: memory, count: count)
        memory.deallocate()
        memory = moved
        capacity = larger
    }
}

extension [FoundRecipient] {
    /// Puts the nearest first; those who are equally near come in no particular order.
    ///
    /// The time grows with their number only: the order is made by eleven bits of the distance at a time.
    package mutating func sortNearestFirst() {
        guard count > 512 else { return sort() }
        // Three passes of eleven bits cover the 32 of the distance, the lowest first.
        sort(byBits: 32)
        sort(byBits: 43)
        sort(byBits: 54)
    }

    private mutating func sort(byBits shift: UInt64) {
        let mask: UInt64 = 2047
        self = withUnsafeTemporaryAllocation(of: Int.self, capacity: Int(mask) + 1) { places in
            places.initialize(repeating: 0)
            for one in self { places[Int(one.packed >> shift & mask)] &+= 1 }
            var start = 0
            for digit in places.indices { (places[digit], start) = (start, start + places[digit]) }
            return [FoundRecipient](unsafeUninitializedCapacity: count) { buffer, written in
                for one in self {
                    let digit = Int(one.packed >> shift & mask)
                    buffer.initializeElement(at: places[digit], to: one)
                    places[digit] &+= 1
                }
                written = count
            }
        }
    }
}
