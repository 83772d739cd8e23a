/// The defaults suit a service; tests use shorter times.
package struct PostgreSQLOptions: Sendable {
    /// The schema of the service's tables; nil for the role's default.
    package var schema: String?
    /// Shown in the server's lists of connections.
    package var applicationName = "balise"
    /// For each host of the address. Whole seconds, at least two.
    var connectTimeout: Duration = .seconds(5)
    /// A connection without an answer for so long is considered lost. Longer than any timeout of the server.
    var responseTimeout: Duration = .seconds(40)
    var statementTimeout: Duration = .seconds(30)
    var lockTimeout: Duration = .seconds(5)
    /// The server's limit for an idle transaction, which holds locks.
    var idleTransactionTimeout: Duration = .seconds(30)
    /// The pause after a failed connection; until then the failure is repeated.
    var reconnectPause: Duration = .milliseconds(250)
    /// The connections of the process; the start checks that the server has room for them.
    package var maximumConnections = 12
    /// Whether to refuse a server that does not wait for its disk.
    var requiresDurability = true
    var isReadOnly = false
    /// The connections' role in moves of the schema.
    package var occupation = PostgreSQLOccupation.shared
    var maximumAttempts = 5
    /// The tries of one with a single write.
    var maximumAttemptsAlone = 25

    package init() {}
}

extension PostgreSQLOptions {
    /// For long work: a migration, or a move of whole tables.
    package var withoutHaste: PostgreSQLOptions {
        var options = self
        options.statementTimeout = .zero
        options.idleTransactionTimeout = .zero
        options.responseTimeout = .seconds(3600)
        return options
    }

    /// An advisory lock's number: FNV-1a of the schema and the name, the same in every process.
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
