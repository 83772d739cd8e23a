/// Lent to the closure that reads it. `try row["claimed_at"]` has the type that it is assigned to. Name an expression, and each
/// of two columns with the same name, with AS.
public struct Row: ~Copyable {
    @usableFromInline let statement: EngineStatement

    @inlinable
    init(_ statement: EngineStatement) { self.statement = statement }

    /// Throws for an unknown column, for NULL if the type is not Optional, and for an invalid value.
    @inlinable
    public subscript<Value: ColumnValue>(name: StaticString) -> Value {
        get throws(StorageError) {
            let column = try index(of: name)
            guard let value = Value.read(self, column) else { throw unreadable(name, column) }
            return value
        }
    }

    // MARK: Access for the types of values

    @inlinable
    func index(of name: StaticString) throws(StorageError) -> Int32 { try statement.column(name) }

    @inlinable
    func integer(_ column: Int32) -> Int64? { statement.integer(column) }

    @inlinable
    func real(_ column: Int32) -> Double? { statement.real(column) }

    @inlinable
    func text(_ column: Int32) -> String? { statement.text(column) }

    @inlinable
    func bytes(_ column: Int32) -> [UInt8]? { statement.bytes(column) }

    @inlinable
    func isNull(_ column: Int32) -> Bool { statement.isNull(column) }

    @inlinable
    func unreadable(_ name: StaticString, _ column: Int32) -> StorageError { statement.unreadable(name, column) }
}

extension Row {
    /// The value of the only column.
    @inlinable
    func only<Value: ColumnValue>() throws(StorageError) -> Value {
        let column = try onlyColumn()
        guard let value = Value.read(self, column) else { throw unreadable("of the result", column) }
        return value
    }

    /// Nil for NULL.
    @inlinable
    func onlyUnlessNull<Value: ColumnValue>() throws(StorageError) -> Value? {
        let column = try onlyColumn()
        if let value = Value.read(self, column) { return value }
        guard isNull(column) else { throw unreadable("of the result", column) }
        return nil
    }

    @inlinable
    func onlyColumn() throws(StorageError) -> Int32 { try statement.onlyColumn() }
}
