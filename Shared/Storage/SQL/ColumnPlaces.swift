/// A name is a literal, compared by its address. Rows are always read in the same order, so the column at `next` is nearly
/// always the wanted one.
struct ColumnPlaces {
    private var reads: [(name: UnsafePointer<UInt8>, column: Int32)] = []
    private var next = 0

    mutating func beginRow() { next = 0 }

    @inline(__always)
    mutating func known(_ name: StaticString) -> Int32? {
        let position = next
        if position < reads.count, reads[position].name == name.utf8Start {
            next = position + 1
            return reads[position].column
        }
        return knownElsewhere(name)
    }

    private mutating func knownElsewhere(_ name: StaticString) -> Int32? {
        guard let known = reads.firstIndex(where: { $0.name == name.utf8Start }) else { return nil }
        next = known + 1
        return reads[known].column
    }

    mutating func record(_ name: StaticString, at column: Int32) {
        reads.append((name.utf8Start, column))
        next = reads.count
    }
}
