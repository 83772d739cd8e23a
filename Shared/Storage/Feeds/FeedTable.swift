// The table of a feed: what others follow of a service's state, one row a key.

public import Models

/// One feed's table, written in the same transaction as the state it tells of.
///
/// A change replaces the row of its key and takes the next sequence, so the table is as large as the state and not as
/// its history. A key that is gone leaves a tombstone, until that is pruned by its age.
public struct FeedTable: Sendable {
    /// The feed's name.
    public let name: FeedName

    /// Where all feeds of a database keep their epoch and marks.
    static let metadata = "feeds"

    private let sql: FeedSQL

    public init(_ name: FeedName) {
        self.name = name
        self.sql = FeedSQL(name)
    }

    /// Makes the table and its epoch; for a migration.
    ///
    /// - Throws: `StorageError`.
    public func create(in connection: Connection) throws(StorageError) {
        try connection.execute(sql.create)
        let insert = try connection.prepare(FeedSQL.insertMetadata)
        try insert.bind(1, name.rawValue)
        try insert.bind(2, Int64(bitPattern: FeedEpochs.random().rawValue))
        try insert.run()
    }

    /// Records the new state of a key, in the transaction that changes it, and gives its sequence.
    ///
    /// - Throws: `StorageError`.
    @discardableResult
    public func record(_ key: String, _ value: [UInt8], at now: UnixTime, in connection: Connection)
        throws(StorageError)
        -> UInt64
    {
        try put(key, value, now, connection)
    }

    /// Records that a key is gone, in the transaction that removes it, and gives its sequence.
    ///
    /// - Throws: `StorageError`.
    @discardableResult
    public func recordTombstone(_ key: String, at now: UnixTime, in connection: Connection) throws(StorageError)
        -> UInt64
    {
        try put(key, nil, now, connection)
    }

    /// Removes the tombstones recorded before a moment and gives their number.
    ///
    /// A follower that has not come as far as the last of them is told to start over.
    ///
    /// - Throws: `StorageError`.
    @discardableResult
    public func pruneTombstones(olderThan moment: UnixTime, in connection: Connection) throws(StorageError) -> Int {
        let find = try connection.prepare(sql.lastPrunable)
        try find.bind(1, moment.rawValue)
        guard try find.step(), let last = find.optionalInt64(0) else { return 0 }
        let delete = try connection.prepare(sql.prune)
        try delete.bind(1, moment.rawValue)
        let count = try delete.run()
        let epoch = try marks(connection).epoch
        let update = try connection.prepare(FeedSQL.notePruning)
        try update.bind(1, name.rawValue)
        try update.bind(2, Int64(bitPattern: FeedEpochs.afterPruning(epoch).rawValue))
        try update.bind(3, last)
        try update.run()
        return count
    }

    /// The sequence of the latest change; 0 before the first.
    ///
    /// - Throws: `StorageError`.
    public func highWater(in connection: Connection) throws(StorageError) -> UInt64 {
        try marks(connection).highWater
    }

    func marks(_ connection: Connection) throws(StorageError) -> FeedMarks {
        let select = try connection.prepare(FeedSQL.selectMetadata)
        try select.bind(1, name.rawValue)
        guard try select.step() else {
            throw .sqlite(code: 1, message: "there is no feed \(name) in this database")
        }
        return FeedMarks(
            epoch: FeedEpoch(rawValue: UInt64(bitPattern: select.int64(0))),
            highWater: UInt64(bitPattern: select.int64(1)), prunedThrough: UInt64(bitPattern: select.int64(2)))
    }

    /// The changes behind `cursor`, as many as fit.
    func changes(
        after cursor: UInt64, limit: Int, bytes: Int, in connection: Connection
    ) throws(StorageError) -> [FeedChange] {
        let select = try connection.prepare(sql.selectChanges)
        try select.bind(1, Int64(bitPattern: cursor))
        try select.bind(2, limit)
        var changes: [FeedChange] = []
        var size = 0
        while try select.step() {
            let change = FeedChange(
                sequence: UInt64(bitPattern: select.int64(0)), key: select.text(1), value: select.optionalBlob(2))
            size += change.key.utf8.count + (change.value?.count ?? 0)
            // One change always goes, however large, or the follower would never get past it.
            if size > bytes, !changes.isEmpty { break }
            changes.append(change)
        }
        return changes
    }

    private func put(
        _ key: String, _ value: [UInt8]?, _ now: UnixTime, _ connection: Connection
    ) throws(StorageError) -> UInt64 {
        let advance = try connection.prepare(FeedSQL.advance)
        try advance.bind(1, name.rawValue)
        guard try advance.step() else {
            throw .sqlite(code: 1, message: "there is no feed \(name) in this database")
        }
        let sequence = advance.int64(0)
        let upsert = try connection.prepare(sql.upsert)
        try upsert.bind(1, sequence)
        try upsert.bind(2, key)
        try upsert.bind(3, value)
        try upsert.bind(4, now.rawValue)
        try upsert.run()
        connection.state.noteChange(in: name)
        return UInt64(bitPattern: sequence)
    }
}

/// Where a feed stands.
struct FeedMarks {
    var epoch: FeedEpoch
    /// The latest sequence given out, kept apart from the rows so that it survives the deletion of the top one.
    var highWater: UInt64
    /// The sequence of the latest tombstone that has been pruned.
    var prunedThrough: UInt64
}
