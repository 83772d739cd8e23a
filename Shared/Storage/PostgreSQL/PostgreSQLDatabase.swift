import Models
import Synchronization

final class PostgreSQLDatabase: Sendable {
    private let address: PostgreSQLAddress
    private let options: PostgreSQLOptions
    let laterMigrations: [String]
    private let writer: PostgreSQLWriter
    private let readers: PostgreSQLReaders
    private let watch: ServerWatch
    private let notices: FeedNotices
    private let parts: EngineParts
    private let listener = Mutex<PostgreSQLListener?>(nil)
    private let fence = WriteFence()
    private let lease = Mutex<DatabaseLease?>(nil)

    /// Checks the server, updates the schema and starts the threads.
    init(
        _ address: PostgreSQLAddress, _ given: PostgreSQLOptions, migrations: [Migration],
        options: StorageOptions, mark: DatabaseMark?, parts: EngineParts
    ) throws(StorageError) {
        var given = given
        given.maximumConnections = PostgreSQLWriter.connections + options.maximumReaders + Self.furtherConnections
        let (hasFeeds, laterMigrations) = try Self.prepare(address, given, migrations, mark)
        self.laterMigrations = laterMigrations
        (self.address, self.options, self.parts) = (address, given, parts)
        let (notices, watch) = (FeedNotices(schema: given.schema ?? ""), ServerWatch(address, given))
        (self.notices, self.watch) = (notices, watch)
        writer = PostgreSQLWriter(
            options: options, parts: parts, lockedTables: hasFeeds ? [FeedTable.metadataTable] : [], notices: notices,
            fence: fence
        ) { [given] in PostgreSQLConnection(address, options: given, skipped: parts.skipped, watch: watch) }
        var reading = given
        reading.isReadOnly = true
        readers = PostgreSQLReaders(
            connections: options.maximumReaders, maximumQueued: options.maximumQueuedReads
        ) { [reading] in PostgreSQLConnection(address, options: reading, skipped: parts.skipped, watch: watch) }
    }

    deinit { _ = stop() }

    /// The number of connections besides readers and writers: one listens, one serves migrations and the lease.
    private static let furtherConnections = 2

    private static func prepare(
        _ address: PostgreSQLAddress, _ given: PostgreSQLOptions, _ migrations: [Migration], _ mark: DatabaseMark?
    ) throws(StorageError) -> (hasFeeds: Bool, laterMigrations: [String]) {
        // There is no time limit, because a migration may rewrite a table, and waits for migrations of other processes.
        var options = given.withoutHaste
        options.lockTimeout = .zero
        let connection = PostgreSQLConnection(address, options: options)
        defer { connection.close() }
        try PostgreSQLMigrations.makeSchema(connection)
        try PostgreSQLSuitability(connection: connection).check()
        let steps = PostgreSQLMigrations(connection: connection, migrations: migrations, mark: mark)
        let later = try steps.run()
        try steps.prepare()
        return (try EngineConnection.postgreSQL(connection).hasTable(FeedTable.metadata), later)
    }

    // MARK: Writing

    func submit(_ write: QueuedWrite) throws(StorageError) {
        if let refusal = watch.refusal { throw refusal }
        try writer.submit(write)
    }

    /// Also calls the listeners after commits of other processes, on another thread.
    func listenToOthers() {
        let (notices, listeners) = (notices, parts.listeners)
        listener.withLock { [address, options] present in
            if present != nil { return }
            present = PostgreSQLListener(address, options, to: notices.channel) {
                // Notifications from before the connection listened are lost, so all listeners must look.
                listeners.tellAll()
            } onNotice: { payload in
                if let feed = notices.feed(of: payload) { listeners.tell(of: [feed]) }
            }
        }
    }

    /// Creates the lease, on its own connection. Must be called at most once.
    func makeLease(holder: String, _ options: LeaseOptions) -> DatabaseLease {
        var server = self.options
        // A renewal must learn its result early enough for another try.
        server.lockTimeout = options.duration / 5
        server.statementTimeout = options.duration / 4
        server.responseTimeout = options.duration / 2
        server.connectTimeout = .seconds(2)
        let connections = PostgreSQLReaders(connections: 1, maximumQueued: 16) { [address, server] in
            PostgreSQLConnection(address, options: server)
        }
        let made = DatabaseLease(holder: holder, options, connections, fence)
        lease.withLock { $0 = made }
        return made
    }

    var queuedWrites: Int { writer.queuedWrites }

    // MARK: Reading

    nonisolated(nonsending) func read<Value>(_ body: (Connection) throws -> Value) async throws -> Value {
        try await reading { connection in try connection.read { try body(Connection($0)) } }
    }

    nonisolated(nonsending) func readSnapshot<Value>(_ body: (Connection) throws -> Value) async throws -> Value {
        try await reading { connection in try connection.readSnapshot { try body(Connection($0)) } }
    }

    nonisolated(nonsending) private func reading<Value>(
        _ body: (PostgreSQLConnection) throws -> Value
    ) async throws -> Value {
        if let refusal = watch.refusal { throw refusal }
        do { return try await readers.read(body) } catch {
            parts.counters.countFailedRead(error)
            throw error
        }
    }

    private func stop() -> (PostgreSQLListener?, DatabaseLease?) {
        watch.stop()
        writer.stop()
        readers.stop()
        let (listener, lease) = (listener.withLock { $0 }, lease.withLock { $0 })
        listener?.stop()
        lease?.stop()
        return (listener, lease)
    }

    /// Finishes waiting work and closes the connections. Must be called only once.
    func close() {
        let (listener, lease) = stop()
        writer.waitForEnd()
        readers.waitForEnd()
        listener?.waitForEnd()
        lease?.waitForEnd()
    }
}
