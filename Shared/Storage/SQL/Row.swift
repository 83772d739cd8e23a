/// A row of a result, lent to the closure that reads it. `try row["claimed_at"]` has the type to which it is assigned.
/// An expression needs a name with AS, and so do two columns with the same name.
public struct Row: ~Copyable {
    @usableFromInline let statement: EngineStatement

    @inlinable
    init(_ statement: EngineStatement) { self.statement = statement }

    /// Reads a column. Throws for an unknown column, for NULL if the type is not Optional, and for an invalid value.
    @inlinable
    public subscript<Value: ColumnValue>(name: StaticString) -> Value {
        get throws(StorageError) {
            let column = try statement.column(name)
            guard let value = Value.read(self, column) else { throw statement.unreadable(name, column) }
            return value
        }
    }

    /// The value of the only column. Throws for NULL, and for an invalid value.
    @inlinable
    func only<Value: ColumnValue>() throws(StorageError) -> Value {
        let column = try statement.onlyColumn()
        guard let value = Value.read(self, column) else { throw statement.unreadable("of the result", column) }
        return value
    }

    /// Returns the value of the only column; nil for NULL.
    @inlinable
    func onlyUnlessNull<Value: ColumnValue>() throws(StorageError) -> Value? {
        let column = try statement.onlyColumn()
        if let value = Value.read(self, column) { return value }
        guard statement.isNull(column) else { throw statement.unreadable("of the result", column) }
        return nil
    }
}

/// Finds columns by their names. A name is a literal, compared by its address. Rows are always read in the same order,
/// so the column at `next` is nearly always the wanted column.
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

    /// Finds a column.
    /// - Parameters:
    ///   - nameOf: Returns the name of a column.
    ///   - misuse: Returns the engine's error for a name that no column has, or more than one.
    mutating func find(
        _ name: StaticString, among count: Int32, nameOf: (Int32) -> UnsafePointer<CChar>?,
        misuse: (String) -> StorageError
    ) throws(StorageError) -> Int32 {
        let wanted = name.description
        let columns = (0..<count).filter { nameOf($0).map { String(cString: $0) } == wanted }
        guard columns.count == 1 else {
            throw misuse(columns.isEmpty ? "there is no column \(wanted)" : "more than one column is called \(wanted)")
        }
        reads.append((name.utf8Start, columns[0]))
        next = reads.count
        return columns[0]
    }
}
