import Models

/// An octree for each class of radii, whose leaves contain up to `fullLeaf` users (decision 11). For users within
/// metres of their limit it asks its owner, who also assigns the slots. `deinit` frees its memory. Keep it in a `Mutex`
/// or an actor.
struct RecipientIndex: ~Copyable {
    /// A leaf with this number of users is divided at the next insertion. Searches skip more with small leaves, and
    /// read faster with large ones. In a city, 1024 took less time than 512, and half that of 256.
    static let usualFullLeaf = 1024
    /// The most divisions: down to cubes 16 m wide. Users in one house share a leaf.
    static let maximumHalvings = 20
    /// Half of the cube around the earth, in metres. A power of two makes all divisions exact.
    static let halfWidth = Float(1 << 23)
    /// The largest radius of each class, in kilometres.
    static let classes = [10, 15, 20, 30, 40, 50]

    /// Eight entries for each branch, one for each eighth of its cube. The upper bit distinguishes leaves from
    /// branches; 0 is empty. The first branches are the roots, one for each class.
    private(set) var children: [UInt32]
    /// The index of each branch's entry in `children`; unused for roots and free branches.
    private var parents: [UInt32]
    private(set) var leaves: [RecipientLeaf] = []
    private var freeBranches: [UInt32] = []
    private var freeLeaves: [UInt32] = []
    private var places = PagedColumn(blank: Place.none)
    private let fullLeaf: Int
    private let limits: [Float]
    private let roots: [UInt32]

    private struct Place: BitwiseCopyable {
        var leaf: UInt32
        var index: UInt32

        static let none = Place(leaf: .max, index: 0)
    }

    static let leafFlag: UInt32 = 1 << 31

    init(fullLeaf: Int = usualFullLeaf) {
        self.fullLeaf = fullLeaf
        children = [UInt32](repeating: 0, count: 8 * Self.classes.count)
        parents = [UInt32](repeating: 0, count: Self.classes.count)
        limits = (0...Listing.radii.upperBound).map(RecipientLimit.square)
        roots = (0...Listing.radii.upperBound).map { radius in
            UInt32(Self.classes.firstIndex { radius <= $0 } ?? Self.classes.count - 1)
        }
    }

    deinit {
        for var leaf in leaves { leaf.free() }
    }

    /// The memory in bytes, without parts of constant size.
    var footprint: Int {
        leaves.reduce(0) { $0 + $1.footprint } + leaves.capacity * MemoryLayout<RecipientLeaf>.stride
            + (children.capacity + parents.capacity) * MemoryLayout<UInt32>.stride + places.footprint
    }

    // MARK: Listing

    mutating func list(_ listing: Listing, as slot: UInt32) {
        let radius = listing.radius.clamped(to: Listing.radii)
        let entry = RecipientLeaf.Entry(
            x: listing.point.x, y: listing.point.y, z: listing.point.z, limit: limits[radius], wishes: listing.wishes,
            since: listing.since, slot: slot)
        places.grow(toHold: slot)
        let place = places[slot]
        if place.leaf != Place.none.leaf {
            if leafHolding(entry, root: roots[radius]) == place.leaf {
                leaves[Int(place.leaf)][Int(place.index)] = entry
                return
            }
            unlist(slot)
        }
        insert(entry, root: roots[radius])
    }

    mutating func unlist(_ slot: UInt32) {
        guard slot < places.count else { return }
        let place = places[slot]
        guard place.leaf != Place.none.leaf else { return }
        places[slot] = .none
        if let moved = leaves[Int(place.leaf)].remove(at: Int(place.index)) { places[moved].index = place.index }
        // Checking the seven neighbours after each removal would cost more than the removal itself.
        if leaves[Int(place.leaf)].count % RecipientLeaf.lanes == 0 { tidy(place.leaf) }
    }

    // MARK: Trees

    /// Finds the leaf for an entry in the tree of its class; nil if no leaf exists there.
    private func leafHolding(_ entry: RecipientLeaf.Entry, root: UInt32) -> UInt32? {
        var (descent, branch) = (Descent(entry), root)
        while true {
            let child = children[Int(branch * 8 + descent.next())]
            if child == 0 { return nil }
            if child & Self.leafFlag != 0 { return child & ~Self.leafFlag }
            branch = child
        }
    }

    private mutating func insert(_ entry: RecipientLeaf.Entry, root: UInt32) {
        var (descent, branch) = (Descent(entry), root)
        while true {
            let position = branch * 8 + descent.next()
            let child = children[Int(position)]
            if child == 0 {
                append(entry, to: newLeaf(at: position))
                return
            }
            guard child & Self.leafFlag != 0 else {
                branch = child
                continue
            }
            let leaf = child & ~Self.leafFlag
            if leaves[Int(leaf)].count < fullLeaf || descent.halvings >= Self.maximumHalvings {
                append(entry, to: leaf)
                return
            }
            branch = divide(leaf, at: descent)
        }
    }

    private mutating func append(_ entry: RecipientLeaf.Entry, to leaf: UInt32) {
        places[entry.slot] = Place(leaf: leaf, index: UInt32(leaves[Int(leaf)].count))
        leaves[Int(leaf)].append(entry)
    }

    private mutating func divide(_ leaf: UInt32, at descent: Descent) -> UInt32 {
        let old = leaves[Int(leaf)]
        let branch = newBranch(at: old.parent)
        for index in 0..<old.count {
            let entry = old[index]
            let position = branch * 8 + descent.eighth(of: entry)
            let child = children[Int(position)]
            append(entry, to: child == 0 ? newLeaf(at: position) : child & ~Self.leafFlag)
        }
        retire(leaf)
        return branch
    }

    /// Removes an empty leaf, and merges branches with too few users into one leaf.
    private mutating func tidy(_ leaf: UInt32) {
        var position = leaves[Int(leaf)].parent
        if leaves[Int(leaf)].count == 0 {
            children[Int(position)] = 0
            retire(leaf)
        }
        while position / 8 >= UInt32(Self.classes.count) {
            let branch = position / 8
            let eighths = children[Int(branch * 8)..<Int(branch * 8 + 8)].filter { $0 != 0 }
            guard eighths.allSatisfy({ $0 & Self.leafFlag != 0 }) else { return }
            let old = eighths.map { $0 & ~Self.leafFlag }
            guard old.reduce(0, { $0 + leaves[Int($1)].count }) <= fullLeaf / 2 else { return }
            position = parents[Int(branch)]
            children[Int(position)] = 0
            freeBranches.append(branch)
            guard !old.isEmpty else { continue }
            let merged = newLeaf(at: position)
            for one in old {
                for index in 0..<leaves[Int(one)].count { append(leaves[Int(one)][index], to: merged) }
                retire(one)
            }
        }
    }

    // MARK: Leaves and branches

    private mutating func newLeaf(at position: UInt32) -> UInt32 {
        let leaf: UInt32
        if let free = freeLeaves.popLast() {
            leaf = free
            leaves[Int(leaf)] = RecipientLeaf(parent: position)
        } else {
            leaf = UInt32(leaves.count)
            leaves.append(RecipientLeaf(parent: position))
        }
        children[Int(position)] = leaf | Self.leafFlag
        return leaf
    }

    private mutating func retire(_ leaf: UInt32) {
        leaves[Int(leaf)].free()
        freeLeaves.append(leaf)
    }

    private mutating func newBranch(at position: UInt32) -> UInt32 {
        let branch: UInt32
        if let free = freeBranches.popLast() {
            branch = free
            for eighth in 0..<8 { children[Int(branch) * 8 + eighth] = 0 }
        } else {
            branch = UInt32(parents.count)
            parents.append(0)
            children.append(contentsOf: repeatElement(0, count: 8))
        }
        parents[Int(branch)] = position
        children[Int(position)] = branch
        return branch
    }

    /// Appends matching users within their radius. `isWithin` decides, by slot, for users within metres of their limit.
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

/// Searches the tree of one class, and skips cubes that are too far away.
private struct RecipientWalk {
    let query: RecipientQuery
    let spread: SpreadQuery
    let reach: Float
    let leaves: UnsafeBufferPointer<RecipientLeaf>
    let children: UnsafeBufferPointer<UInt32>

    /// Visits the eighths of a cube. `x`, `y` and `z` are its lowest coordinates, `width` is that of its eighths.
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
