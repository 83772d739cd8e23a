// How a PostgreSQL is used: the schema, times, and what is asked of the server.

/// How connections to a PostgreSQL behave. The defaults are right for a service; tests narrow them.
struct PostgreSQLOptions: Sendable {
    /// The schema in which the service's tables stand; nil for the one that the role has anyway.
    var schema: String?
    /// What the server's lists of connections show.
    var applicationName = "balise"
    /// How long to wait for a connection, for each host of the address. Whole seconds, at least two.
    var connectTimeout: Duration = .seconds(5)
    /// How long to wait for an answer before the connection counts as lost. Longer than any timeout of the server's.
    var responseTimeout: Duration = .seconds(40)
    /// How long the server works on one statement.
    var statementTimeout: Duration = .seconds(30)
    /// How long the server waits for a lock.
    var lockTimeout: Duration = .seconds(5)
    /// How long the server keeps a transaction in which nothing happens, and with it its locks.
    var idleTransactionTimeout: Duration = .seconds(30)
    /// How long after a failed attempt to connect the next one is made; until then the failure is repeated.
    var reconnectPause: Duration = .milliseconds(250)
    /// How many connections the process will open; the start checks that the server has room for them.
    var maximumConnections = 12
    /// Whether to refuse a server that does not wait for its disk.
    var requiresDurability = true
    /// Whether the session only reads.
    var isReadOnly = false
    /// What the connections have to do with a move of the schema.
    var occupation = PostgreSQLOccupation.shared
    /// How often a transaction is run that others got in the way of.
    var maximumAttempts = 5
    /// How often one of a single write is run.
    var maximumAttemptsAlone = 25
}

extension PostgreSQLOptions {
    /// The number of an advisory lock: FNV-1a of the schema and the name, the same in every process.
    func lockNumber(of name: String) -> Int64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in "balise \(schema ?? "") \(name)".utf8 {
            hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
        }
        return Int64(bitPattern: hash)
    }
}

extension Duration {
    /// Rounded down, for settings of libpq and of the server.
    var wholeMilliseconds: Int { Int(self / .milliseconds(1)) }
}
