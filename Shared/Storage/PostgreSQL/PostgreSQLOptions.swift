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
    /// How often a transaction is run that others got in the way of.
    var maximumAttempts = 5
}

extension Duration {
    /// Rounded down, for settings of libpq and of the server.
    var wholeMilliseconds: Int { Int(self / .milliseconds(1)) }
}
