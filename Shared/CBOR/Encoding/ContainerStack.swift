// The output, and the arrays and maps in it that are still being written.

/// Where a value stands: how many containers are around it, and where it begins. No two containers share that.
struct Place: Equatable {
    let depth: UInt32
    let start: UInt32

    /// The place of a value that could not be begun.
    static let none = Place(depth: .max, start: .max)
}

/// The key of an entry.
enum EntryKey {
    case integer(Int)
    case text(String)
}

/// The output, and the containers that are open in it from the outermost to the innermost.
///
/// Codable never says when a container is complete, so one is closed when the one around it is written to, or all is
/// done. Its head is one byte until then; now the count is known and takes its place.
struct ContainerStack: ~Copyable {
    private struct Frame {
        let start: UInt32
        let major: UInt8
        /// How many items make a member of an unordered collection; 0 when the order of an array means something.
        let itemsPerMember: Int
        let firstItem: Int
    }

    /// An element, or an entry with its key.
    private struct Item {
        let start: Int
        let keyEnd: Int
    }

    var output = MessageWriter()
    private var frames: [Frame] = []
    /// The whole message, and the items of all open containers, those of the innermost last.
    private var items: [Item] = []
    /// What went wrong first.
    private(set) var failure: CBORError?

    init() {
        frames.reserveCapacity(8)
        items.reserveCapacity(32)
        items.append(Item(start: 0, keyEnd: 0))
    }

    /// Where the next value is to stand.
    var end: Place {
        Place(depth: UInt32(truncatingIfNeeded: frames.count), start: UInt32(truncatingIfNeeded: output.count))
    }

    /// Notes a failure, since it cannot be thrown from everywhere, and a type may ignore one that is thrown: what is in
    /// the output by then is no message any more. The first failure is the one told.
    @discardableResult
    mutating func refuse(_ error: CBORError) -> CBORError {
        let first = failure ?? error
        failure = first
        return first
    }

    /// Opens a container at `place`. One of the same kind that is already open there is the same again, as a subclass
    /// may share one with its superclass.
    mutating func open(_ major: UInt8, at place: Place, by type: Any.Type, itemsPerMember: Int = 0) {
        if place == end {
            guard frames.count < CBORLimit.nesting else { return _ = refuse(.nestingTooDeep(at: output.count)) }
            output.writeHead(major, 0)
            frames.append(
                Frame(start: place.start, major: major, itemsPerMember: itemsPerMember, firstItem: items.count))
        } else if !isOpen(place) || frames[Int(place.depth)].major != major {
            refuse(.unencodable("\(type) encodes itself in two ways", at: output.count))
        }
    }

    private func isOpen(_ container: Place) -> Bool {
        container.depth < frames.count && frames[Int(container.depth)].start == container.start
    }

    /// How many items the container at this place has.
    func count(of container: Place) -> Int {
        guard isOpen(container) else { return 0 }
        let next = Int(container.depth) + 1
        return (next < frames.count ? frames[next].firstItem : items.count) - frames[next - 1].firstItem
    }

    /// Begins the next item of a container, closing what is open inside it. An entry of a map has a key.
    mutating func beginItem(of container: Place, _ key: EntryKey?) throws(CBORError) {
        guard isOpen(container) else {
            throw refuse(.unencodable("a container was written to after it was complete", at: output.count))
        }
        try close(to: Int(container.depth) + 1)
        let start = output.count
        switch key {
        case .integer(let key): output.write(Int64(key))
        case .text(let key): output.write(key)
        case nil: break
        }
        items.append(Item(start: start, keyEnd: output.count))
    }

    /// Closes the innermost containers until `depth` are left.
    mutating func close(to depth: Int) throws(CBORError) {
        // A type without parts need not write anything, and yet something has to stand in its place.
        if let item = items.last, item.keyEnd == output.count { output.writeHead(MajorType.map, 0) }
        while frames.count > depth {
            let frame = frames.removeLast()
            if frame.major == MajorType.map {
                if !ascends(frame) { try sort(frame, itemsPerMember: 1) }
            } else if frame.itemsPerMember > 0 {
                try sort(frame, itemsPerMember: frame.itemsPerMember)
            }
            output.setHead(at: Int(frame.start), frame.major, items.count - frame.firstItem)
            items.removeLast(items.count - frame.firstItem)
        }
    }

    /// Whether the keys of a map have come in the order in which they are to stand.
    private func ascends(_ frame: Frame) -> Bool {
        let bytes = output.bytes
        return zip(items[frame.firstItem...], items[frame.firstItem...].dropFirst()).allSatisfy {
            bytes[$0.start..<$0.keyEnd].lexicographicallyPrecedes(bytes[$1.start..<$1.keyEnd])
        }
    }

    /// Puts the entries of a map into the order of their encoded keys, or the members of an unordered collection into
    /// the order of their bytes.
    private mutating func sort(_ frame: Frame, itemsPerMember: Int) throws(CBORError) {
        let bytes = output.bytes
        let items = items[frame.firstItem...]
        let members = stride(from: items.startIndex, to: items.endIndex, by: itemsPerMember).map { index in
            let next = index + itemsPerMember
            let end = next < items.endIndex ? items[next].start : bytes.count
            return (bytes: items[index].start..<end, key: items[index].start..<items[index].keyEnd)
        }
        // No item is the beginning of another, so the order of whole entries is that of their keys.
        let sorted = members.sorted { bytes[$0.bytes].lexicographicallyPrecedes(bytes[$1.bytes]) }
        if frame.major == MajorType.map,
            zip(sorted, sorted.dropFirst()).contains(where: { bytes[$0.key].elementsEqual(bytes[$1.key]) })
        {
            throw refuse(.unencodable("a map has the same key twice", at: Int(frame.start)))
        }
        output.replace(from: Int(frame.start) + 1, with: sorted.map(\.bytes))
    }
}
