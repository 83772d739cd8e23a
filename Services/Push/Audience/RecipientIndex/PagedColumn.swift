/// One value per slot. Growing copies no values, and wastes at most one page. The column frees its memory in `deinit`,
/// and is not safe to share.
struct PagedColumn<Value: BitwiseCopyable>: ~Copyable {
    private static var pageShift: UInt32 { 12 }
    private static var pageSize: UInt32 { 1 << pageShift }

    private var pages: [UnsafeMutablePointer<Value>] = []
    private let blank: Value

    /// Makes a column. `blank` fills all slots until they are set.
    init(blank: Value) { self.blank = blank }

    deinit {
        for page in pages { page.deallocate() }
    }

    var count: UInt32 { UInt32(pages.count) << Self.pageShift }

    var footprint: Int { pages.count * (Int(Self.pageSize) * MemoryLayout<Value>.stride + MemoryLayout<Int>.stride) }

    mutating func grow(toHold slot: UInt32) {
        while slot >= count {
            let page = UnsafeMutablePointer<Value>.allocate(capacity: Int(Self.pageSize))
            page.initialize(repeating: blank, count: Int(Self.pageSize))
            pages.append(page)
        }
    }

    /// Returns a pointer to a value, valid while the column exists.
    @inline(__always)
    func pointer(to slot: UInt32) -> UnsafeMutablePointer<Value> {
        pages[Int(slot >> Self.pageShift)] + Int(slot & (Self.pageSize - 1))
    }

    subscript(slot: UInt32) -> Value {
        @inline(__always) get { pointer(to: slot).pointee }
        @inline(__always) nonmutating set { pointer(to: slot).pointee = newValue }
    }
}
