/// The users that a search found. The next search reuses its memory.
struct ResultList: ~Copyable {
    private var memory: UnsafeMutablePointer<FoundRecipient>
    private var capacity: Int
    /// Memory for sorting, allocated on first use.
    private var spare: UnsafeMutablePointer<FoundRecipient>?
    private(set) var count = 0
    /// Sixteen squared distances. Storing a vector here is faster than extracting its lanes one by one.
    let row = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 64)

    /// The largest capacity, in results, that is kept when the list is cleared. More memory is freed.
    private static let kept = 1 << 16

    init() {
        capacity = 1024
        memory = .allocate(capacity: capacity)
    }

    deinit {
        memory.deallocate()
        spare?.deallocate()
        row.deallocate()
    }

    subscript(place: Int) -> FoundRecipient {
        precondition(place >= 0 && place < count, "the list is shorter")
        return memory[place]
    }

    @inline(__always)
    mutating func reserve(_ more: Int) {
        if count + more > capacity { resize(to: max(count + more, 2 * capacity)) }
    }

    /// The end of the list. Write here within the reserved room, and then advance it.
    var end: UnsafeMutablePointer<FoundRecipient> {
        @inline(__always) get { memory + count }
        @inline(__always) set { count = newValue - memory }
    }

    mutating func clear() {
        count = 0
        if capacity > Self.kept { resize(to: Self.kept) }
    }

    private mutating func resize(to larger: Int) {
        let moved = UnsafeMutablePointer<FoundRecipient>.allocate(capacity: larger)
        moved.update(from: memory, count: count)
        memory.deallocate()
        spare?.deallocate()
        (memory, spare, capacity) = (moved, nil, larger)
    }

    /// Sorts by distance; the order of equal distances is undefined. A radix sort: three passes with eleven bits each,
    /// lowest first, cover the 32 bits of a distance.
    mutating func sortNearestFirst() {
        guard count > 512 else {
            var few = UnsafeMutableBufferPointer(start: memory, count: count)
            return few.sort()
        }
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 3 * Self.digits) { places in
            places.initialize(repeating: 0)
            for index in 0..<count {
                let packed = memory[index].packed
                for pass in 0..<3 { places[Self.place(of: packed, in: pass)] &+= 1 }
            }
            for pass in 0..<3 { sort(by: pass, places) }
        }
    }

    private static var digits: Int { 2048 }

    @inline(__always)
    private static func place(of packed: UInt64, in pass: Int) -> Int {
        pass &* digits &+ Int(packed >> UInt64(32 &+ 11 &* pass) & 2047)
    }

    /// Sorts by the bits of one pass.
    /// - Parameter places: The frequency of each value; replaced by its target position.
    private mutating func sort(by pass: Int, _ places: UnsafeMutableBufferPointer<UInt32>) {
        let sorted = spare ?? .allocate(capacity: capacity)
        var start: UInt32 = 0
        for digit in pass * Self.digits..<(pass + 1) * Self.digits {
            (places[digit], start) = (start, start + places[digit])
        }
        for index in 0..<count {
            let one = memory[index]
            let place = Self.place(of: one.packed, in: pass)
            (sorted + Int(places[place])).initialize(to: one)
            places[place] &+= 1
        }
        (memory, spare) = (sorted, memory)
    }
}
