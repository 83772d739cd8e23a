// Finding a map's entries in the outline.

extension ValueReader {
    enum EntryKey {
        case integer(Int)
        case text(String)
    }

    /// The cell of the value whose key is the integer `wanted`.
    @inline(__always)
    func find(_ wanted: Int, in map: Int) -> Int? {
        search(map) { cell in integerKey(at: cell, equals: wanted) }
    }

    /// The cell of the value whose key is the text `wanted`.
    func find(_ wanted: String, in map: Int) -> Int? {
        var wanted = wanted
        return wanted.withUTF8 { wanted in
            search(map) { cell in
                let offset = Int(cells[cell].offset)
                return base.load(fromByteOffset: offset, as: UInt8.self) >> 5 == MajorType.text
                    && base.string(at: offset, equals: wanted)
            }
        }
    }

    /// The keys of a map in its order. What does not fit an `Int` is no coding key.
    func entryKeys(of map: Int) -> [EntryKey] {
        guard map < cellCount else { return [] }
        var keys: [EntryKey] = []
        var cell = map + 2
        let end = Int(cells[map].next)
        while cell < end {
            let offset = Int(cells[cell].offset)
            if base.load(fromByteOffset: offset, as: UInt8.self) < 0x40 {
                if let integer = try? integer(Int.self, at: cell) { keys.append(.integer(integer)) }
            } else if let text = base.text(at: offset) {
                keys.append(.text(text))
            }
            cell = Int(cells[cell + 1].next)
        }
        return keys
    }

    /// Goes through the keys of a map once around, from the one after that found last.
    @inline(__always)
    private func search(_ map: Int, for matches: (Int) -> Bool) -> Int? {
        guard map < cellCount else { return nil }
        let start = Int(cells[map + 1].offset)
        let end = Int(cells[map].next)
        var cell = start
        while cell < end {
            let next = Int(cells[cell + 1].next)
            if matches(cell) {
                cells[map + 1].offset = UInt32(truncatingIfNeeded: next)
                return cell + 1
            }
            cell = next
        }
        cell = map + 2
        while cell < start {
            if matches(cell) {
                cells[map + 1].offset = cells[cell + 1].next
                return cell + 1
            }
            cell = Int(cells[cell + 1].next)
        }
        return nil
    }

    @inline(__always)
    private func integerKey(at cell: Int, equals wanted: Int) -> Bool {
        let offset = Int(cells[cell].offset)
        let head = base.load(fromByteOffset: offset, as: UInt8.self)
        if head < 24 { return Int(head) == wanted }
        guard head < 0x40, let argument = Int(exactly: base.argument(of: head, at: offset)) else { return false }
        return wanted == (head >> 5 == MajorType.unsigned ? argument : ~argument)
    }
}
