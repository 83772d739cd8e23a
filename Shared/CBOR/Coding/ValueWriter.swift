// Encoding: handing values' parts to the output, and keeping track of the containers they open.

import Foundation

/// The encoder that a type's `encode(to:)` gets, one object for a whole message.
///
/// Containers write straight into the output. Codable never says when one is complete, so a container is closed when
/// the one around it is written to, or its value is done.
final class ValueWriter: Encoder {
    struct State: ~Copyable {
        var containers = OpenContainers()
        /// The value that is encoding itself: how many containers were open when it began, where, and its type.
        var value: (depth: Int, start: Int, type: Any.Type) = (0, 0, Never.self)
        /// What went wrong first.
        var failure: CBORError?
    }

    /// Behind a pointer, since each use of a class's own variables is checked for overlap with others, which takes
    /// longer than writing an integer.
    let state: UnsafeMutablePointer<State>

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    init() {
        state = .allocate(capacity: 1)
        state.initialize(to: State())
    }

    deinit {
        state.deinitialize(count: 1)
        state.deallocate()
    }

    /// How many bytes were written.
    @inline(__always)
    var count: Int { state.pointee.containers.output.count }

    /// Writes a value of any type.
    func writeValue<T: Encodable>(_ new: T) throws {
        // Generic collections come this way with types that need no container.
        if T.self == String.self { return write(unsafeBitCast(new, to: String.self)) }
        if T.self == Double.self { return write(unsafeBitCast(new, to: Double.self)) }
        if T.self == [UInt8].self { return write(unsafeBitCast(new, to: [UInt8].self)) }
        if T.self == Data.self { return write(unsafeBitCast(new, to: Data.self)) }
        let outer = state.pointee.value
        let depth = state.pointee.containers.depth
        let start = count
        state.pointee.value = (depth, start, T.self)
        defer { state.pointee.value = outer }
        do {
            try new.encode(to: self)
            try state.pointee.containers.close(to: depth)
        } catch {
            throw refuse(error as? CBORError ?? .unencodable(String(describing: T.self), at: count))
        }
        // A type without parts need not ask for a container, and yet something has to stand in its place.
        if count == start { state.pointee.containers.output.append(CBORByte.emptyMap) }
    }

    /// Notes a failure, since it cannot be thrown from everywhere, and a type may ignore one that is thrown: what is in
    /// the output by then is no message any more. The first failure is the one told.
    @discardableResult
    func refuse(_ error: CBORError) -> CBORError {
        let first = state.pointee.failure ?? error
        state.pointee.failure = first
        return first
    }
}

// MARK: Containers

extension ValueWriter {
    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        keyedContainer(ownContainer(MajorType.map))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        UnkeyedWriting(writer: self, container: ownContainer(MajorType.array))
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        SingleValueWriting(writer: self, start: state.pointee.value.start)
    }

    func keyedContainer<Key: CodingKey>(_ container: OpenContainer) -> KeyedEncodingContainer<Key> {
        var keys = KeyForm.asCoded
        if ObjectIdentifier(Key.self) == DictionaryKeys.type {
            keys = state.pointee.value.type is any IntegerKeyedDictionary.Type ? .asCoded : .text
        }
        return KeyedEncodingContainer(KeyedWriting(writer: self, container: container, keys: keys))
    }

    /// Opens a container at the end of the output.
    func begin(_ major: UInt8, itemsPerMember: Int = 0) -> OpenContainer {
        guard state.pointee.containers.depth < CBORLimit.nesting else {
            refuse(.nestingTooDeep(at: count))
            return .none
        }
        return state.pointee.containers.begin(major, itemsPerMember: itemsPerMember)
    }

    /// Prepares for an entry or element of `container`, closing what is inside it.
    @inline(__always)
    func reach(_ container: OpenContainer) throws(CBORError) {
        guard state.pointee.containers.holds(container) else {
            throw refuse(.unencodable("a container was written to after it was complete", at: count))
        }
        try state.pointee.containers.close(to: container.depth)
    }

    @inline(__always)
    func writeKey(_ key: Int) throws(CBORError) {
        let start = count
        try write(key)
        state.pointee.containers.countKey(from: start)
    }

    @inline(__always)
    func writeKey(_ key: String) {
        let start = count
        write(key)
        state.pointee.containers.countKey(from: start)
    }

    @inline(__always)
    func countElement() { state.pointee.containers.countElement() }

    /// The container in which the present value encodes itself; the same again when it asks again, as a subclass may
    /// that shares one with its superclass.
    private func ownContainer(_ major: UInt8) -> OpenContainer {
        let value = state.pointee.value
        if state.pointee.containers.depth == value.depth && count == value.start {
            let unordered = major == MajorType.array ? value.type as? any UnorderedCollection.Type : nil
            return begin(major, itemsPerMember: unordered?.itemsPerMember ?? 0)
        }
        if let own = state.pointee.containers.container(at: value.depth, major), own.start == value.start { return own }
        refuse(.unencodable("\(value.type) encodes itself in two ways", at: count))
        return .none
    }
}

// MARK: Scalars

extension ValueWriter {
    @inline(__always) func writeNil() { state.pointee.containers.output.append(CBORByte.null) }

    @inline(__always)
    func write(_ value: Bool) { state.pointee.containers.output.append(value ? CBORByte.true : CBORByte.false) }

    @inline(__always)
    func write<I: FixedWidthInteger>(_ value: I) throws(CBORError) {
        guard let argument = UInt64(exactly: value < 0 ? ~value : value) else { throw refuse(.outOfRange(at: count)) }
        state.pointee.containers.output.append(major: value < 0 ? MajorType.negative : MajorType.unsigned, argument)
    }

    func write(_ value: Double) {
        if let single = value.exactSingle { return write(single: single) }
        state.pointee.containers.output.append(CBORByte.double, value.bitPattern)
    }

    func write(_ value: Float) { write(single: value.bitPattern) }

    private func write(single: UInt32) {
        if let half = Float.exactHalf(of: single) {
            state.pointee.containers.output.append(CBORByte.half, half)
        } else {
            state.pointee.containers.output.append(CBORByte.single, single)
        }
    }

    func write(_ value: String) {
        var value = value
        value.withUTF8 {
            state.pointee.containers.output.append(major: MajorType.text, string: UnsafeRawBufferPointer($0))
        }
    }

    func write(_ value: [UInt8]) {
        value.withUnsafeBytes { state.pointee.containers.output.append(major: MajorType.bytes, string: $0) }
    }

    func write(_ value: Data) {
        value.withUnsafeBytes { state.pointee.containers.output.append(major: MajorType.bytes, string: $0) }
    }
}
