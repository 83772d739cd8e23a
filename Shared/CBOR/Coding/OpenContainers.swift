// The output with the arrays and maps that are being written: their heads, their counts, and the order in them.

/// A container's claim to its place in the output.
struct OpenContainer {
    /// How many containers were open with it.
    let depth: Int
    /// Where its head is. No two containers share that.
    let start: Int

    /// The claim of a container that could not be opened.
    static let none = OpenContainer(depth: 1, start: -1)
}

/// The output, and the containers that are open in it from the outermost to the innermost.
///
/// A head is one byte until the container is closed. Then the count is known and takes its place, which moves the
/// content when there are more than 23 entries.
struct OpenContainers: ~Copyable {
    private struct Frame {
        var start: Int
        var count = 0
        /// Where the latest key is.
        var keyStart = -1
        var major: UInt8
        /// Whether the keys have come in the order in which they are to stand.
        var ascends = true
        /// How many items make a member of an unordered collection; 0 when the order of an array means something.
        var itemsPerMember: UInt8
    }

    var output = EncodedBytes(capacity: 512)
    private(set) var depth = 0
    private let frames = UnsafeMutablePointer<Frame>.allocate(capacity: CBORLimit.nesting)

    deinit { frames.deallocate() }

    /// Opens a container. The caller has looked at the depth.
    mutating func begin(_ major: UInt8, itemsPerMember: Int) -> OpenContainer {
        let start = output.count
        output.append(major << 5)
        frames[depth] = Frame(start: start, major: major, itemsPerMember: UInt8(truncatingIfNeeded: itemsPerMember))
        depth += 1
        return OpenContainer(depth: depth, start: start)
    }

    /// Whether the container is still open.
    @inline(__always)
    func holds(_ container: OpenContainer) -> Bool {
        container.depth <= depth && frames[container.depth - 1].start == container.start
    }

    /// The open container with `depth` others around it, if it is of this kind.
    func container(at depth: Int, _ major: UInt8) -> OpenContainer? {
        guard depth < self.depth, frames[depth].major == major else { return nil }
        return OpenContainer(depth: depth + 1, start: frames[depth].start)
    }

    func count(of container: OpenContainer) -> Int { holds(container) ? frames[container.depth - 1].count : 0 }

    @inline(__always)
    mutating func countElement() { frames[depth - 1].count += 1 }

    /// Counts the entry whose key starts at `start` and goes to the end of the output.
    @inline(__always)
    mutating func countKey(from start: Int) {
        let last = frames[depth - 1].keyStart
        if last >= 0 {
            // Most keys are one byte, or differ in the first one.
            let ascends =
                output[last] == output[start]
                ? output.order(last..<output.count, start..<output.count) < 0 : output[last] < output[start]
            if !ascends { frames[depth - 1].ascends = false }
        }
        frames[depth - 1].keyStart = start
        frames[depth - 1].count += 1
    }

    /// Closes the innermost containers until `depth` are left.
    @inline(__always)
    mutating func close(to depth: Int) throws(CBORError) {
        while self.depth > depth { try closeInnermost() }
    }

    private mutating func closeInnermost() throws(CBORError) {
        depth -= 1
        let frame = frames[depth]
        if !frame.ascends { try sort(frame, itemsPerMember: 2) }
        if frame.itemsPerMember > 0 { try sort(frame, itemsPerMember: Int(frame.itemsPerMember)) }
        if frame.count < 24 {
            output[frame.start] = frame.major << 5 | UInt8(truncatingIfNeeded: frame.count)
        } else {
            output.replaceByte(at: frame.start, withHeadOf: frame.major, UInt64(frame.count))
        }
    }

    /// Puts the entries of a map into the order of their encoded keys, or the members of an unordered collection into
    /// the order of their bytes.
    @inline(never)
    private mutating func sort(_ frame: Frame, itemsPerMember: Int) throws(CBORError) {
        let members = try output.sortedMembers(from: frame.start + 1, items: itemsPerMember)
        if frame.major == MajorType.map {
            for (one, other) in zip(members, members.dropFirst()) where output.order(one.first, other.first) == 0 {
                throw .unencodable("a map has the same key twice", at: frame.start)
            }
        }
        output.rearrange(from: frame.start + 1, members.map(\.bytes))
    }
}
