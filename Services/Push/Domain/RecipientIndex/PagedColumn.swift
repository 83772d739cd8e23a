// Memory for one value a slot, that grows without moving what is there.

/// One value for each slot from 0 on, in pages: growing copies nothing and wastes at most a page.
///
/// Owns its memory and frees it with its end. Belongs to whoever owns it; nothing in it is safe to share.
struct PagedColumn<Value: BitwiseCopyable>: ~Copyable {
    private static var pageShift: UInt32 { 12 }
    private static var pageSize: UInt32 { 1 << pageShift }

    private var pages: [UnsafeMutablePointer<Value>] = []
    private let blank: Value

    /// A column whose slots all hold `blank` until they are set.
    init(blank: Value) {
        self.blank = blank
    }

    deinit {
        for page in pages { page.deallocate() }
    }

    /// How many slots there are.
    var count: UInt32 { UInt32(pages.count) << Self.pageShift }

    /// Bytes that the pages hold.
    var footprint: Int { pages.count * (Int(Self.pageSize) * MemoryLayout<Value>.stride + MemoryLayout<Int>.stride) }

    /// Makes `slot` one of those that there are.
    mutating func grow(toHold slot: UInt32) {
        while slot >= count {
            let page = UnsafeMutablePointer<Value>.allocate(capacity: Int(Self.pageSize))
            page.initialize(repeating: blank, count: Int(Self.pageSize))
            pages.append(page)
        }
    }

    /// Where the value of a slot lies; counts for as long as the column lives.
    @inline(__always)
    func pointer(to slot: UInt32) -> UnsafeMutablePointer<Value> {
        pages[Int(slot >> Self.pageShift)] + Int(slot & (Self.pageSize - 1))
    }

    subscript(slot: UInt32) -> Value {
        @inline(__always) get { pointer(to: slot).pointee }
        @inline(__always) nonmutating set { pointer(to: slot).pointee = newValue }
    }
}
