// Encoding: the output, and the arrays and maps in it that are still being written.

import Foundation

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

/// What a value is written as.
enum Slot {
    /// The value at a place, which is no container.
    case value(Place)
    /// The next element of the array there.
    case element(of: Place)
    /// The next entry of the map there.
    case entry(of: Place, EntryKey)
}

/// The output of one call of the encoder, which all its encoders and containers share, and the containers that are open
/// in it from the outermost to the innermost.
///
/// Codable never says when a container is complete, so one is closed when the one around it is written to, or all is
/// done. Its head is one byte until then; now the count is known and takes its place.
final class EncodingOutput {
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

    // No two uses of these overlap: none calls a type's code. To check that each time would take longer than writing an
    // integer.
    @exclusivity(unchecked) private(set) var writer = MessageWriter()
    @exclusivity(unchecked) private var frames: [Frame] = []
    /// The whole message, and the items of all open containers, those of the innermost last.
    @exclusivity(unchecked) private var items = [Item(start: 0, keyEnd: 0)]
    /// What went wrong first.
    private var failure: CBORError?

    /// Writes a whole message.
    init<T: Encodable>(of value: T) throws(CBORError) {
        frames.reserveCapacity(8)
        items.reserveCapacity(32)
        try write(value)
        try close(to: 0)
        if let failure { throw failure }
        guard writer.count <= CBORLimit.size else { throw .outOfRange(at: writer.count) }
    }

    /// Notes a failure, since it cannot be thrown from everywhere, and a type may ignore one that is thrown: what is in
    /// the output by then is no message any more. The first failure is the one told.
    @discardableResult
    private func refuse(_ error: CBORError) -> CBORError {
        let first = failure ?? error
        failure = first
        return first
    }

    @discardableResult
    private func refuse(_ problem: String) -> CBORError { refuse(.unencodable(problem, at: writer.count)) }

    // MARK: Values

    @inline(__always)
    func writeNull(_ slot: Slot) throws(CBORError) {
        try begin(slot)
        writer.writeNull()
    }

    @inline(__always)
    func write<S: Scalar>(scalar: S, _ slot: Slot) throws(CBORError) {
        try begin(slot)
        do { try scalar.write(to: &writer) } catch { throw refuse(error) }
    }

    @inline(__always)
    func write<T: Encodable>(_ value: T, _ slot: Slot) throws(CBORError) {
        try begin(slot)
        try write(value)
    }

    /// Writes a value of any type where the output ends.
    private func write<T: Encodable>(_ value: T) throws(CBORError) {
        // These two would write an array.
        if T.self == [UInt8].self, let bytes = value as? [UInt8] { return writer.write(bytes) }
        if T.self == Data.self, let data = value as? Data { return writer.write([UInt8](data)) }
        // Elements of collections come this way too; these two need no encoder.
        if T.self == String.self, let text = value as? String { return writer.write(text) }
        if T.self == Double.self, let number = value as? Double { return writer.write(number) }
        do {
            try value.encode(to: ValueEncoder(output: self, place: end, type: T.self))
        } catch {
            throw refuse(error as? CBORError ?? .unencodable(String(describing: T.self), at: writer.count))
        }
    }

    /// The encoder of a value that is yet to come.
    func encoder(_ slot: Slot, of type: Any.Type) -> ValueEncoder {
        let isBegun = (try? begin(slot)) != nil
        return ValueEncoder(output: self, place: isBegun ? end : .none, type: type)
    }

    // MARK: Containers

    /// Where the next value is to stand.
    private var end: Place {
        Place(depth: UInt32(truncatingIfNeeded: frames.count), start: UInt32(truncatingIfNeeded: writer.count))
    }

    /// Opens a container at `place`. One of the same kind that is already open there is the same again, as a subclass
    /// may share one with its superclass.
    func open(_ major: UInt8, at place: Place, by type: Any.Type, itemsPerMember: Int = 0) {
        if place == end {
            guard frames.count < CBORLimit.nesting else { return _ = refuse(.nestingTooDeep(at: writer.count)) }
            writer.writeHead(major, 0)
            frames.append(
                Frame(start: place.start, major: major, itemsPerMember: itemsPerMember, firstItem: items.count))
        } else if !isOpen(place) || frames[Int(place.depth)].major != major {
            refuse("\(type) encodes itself in two ways")
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

    @inline(__always)
    private func begin(_ slot: Slot) throws(CBORError) {
        switch slot {
        case .value(let place):
            guard place == end else { throw refuse("a single value was written twice, or beside a container") }
        case .element(let array): try beginItem(of: array, nil)
        case .entry(let map, let key): try beginItem(of: map, key)
        }
    }

    /// Begins the next item of a container, closing what is open inside it. An entry of a map has a key.
    private func beginItem(of container: Place, _ key: EntryKey?) throws(CBORError) {
        guard isOpen(container) else { throw refuse("a container was written to after it was complete") }
        try close(to: Int(container.depth) + 1)
        let start = writer.count
        switch key {
        case .integer(let key): writer.write(Int64(key))
        case .text(let key): writer.write(key)
        case nil: break
        }
        items.append(Item(start: start, keyEnd: writer.count))
    }

    /// Closes the innermost containers until `depth` are left.
    private func close(to depth: Int) throws(CBORError) {
        // A type without parts need not write anything, and yet something has to stand in its place.
        if let item = items.last, item.keyEnd == writer.count { writer.writeHead(MajorType.map, 0) }
        while frames.count > depth {
            let frame = frames.removeLast()
            if frame.major == MajorType.map {
                if !ascends(frame) { try sort(frame, itemsPerMember: 1) }
            } else if frame.itemsPerMember > 0 {
                try sort(frame, itemsPerMember: frame.itemsPerMember)
            }
            writer.setHead(at: Int(frame.start), frame.major, items.count - frame.firstItem)
            items.removeLast(items.count - frame.firstItem)
        }
    }

    /// Whether the keys of a map have come in the order in which they are to stand.
    private func ascends(_ frame: Frame) -> Bool {
        let bytes = writer.bytes
        return zip(items[frame.firstItem...], items[frame.firstItem...].dropFirst()).allSatisfy {
            bytes[$0.start..<$0.keyEnd].lexicographicallyPrecedes(bytes[$1.start..<$1.keyEnd])
        }
    }

    /// Puts the entries of a map into the order of their encoded keys, or the members of an unordered collection into
    /// the order of their bytes.
    private func sort(_ frame: Frame, itemsPerMember: Int) throws(CBORError) {
        let bytes = writer.bytes
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
        writer.replace(from: Int(frame.start) + 1, with: sorted.map(\.bytes))
    }
}
