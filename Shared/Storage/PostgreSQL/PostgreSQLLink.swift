import CPostgreSQL
import Foundation

/// A connection in pipeline mode. It waits only in `poll`, at most for `PostgreSQLOptions.responseTimeout`. It reads
/// while it writes, because a server that cannot send its results reads no commands either.
final class PostgreSQLLink {
    @exclusivity(unchecked) private var handle: OpaquePointer?
    private let server: String
    private let schema: String?
    private let timeout: Duration
    private let watch: ServerWatch?
    private let warnings = Warnings()

    /// Opens a connection.
    /// - Parameter watch: Checks during long waits whether the server answers; nil to wait until the timeout.
    /// - Throws: `StorageError.serverUnavailable`, and errors about the session's settings.
    init(_ address: PostgreSQLAddress, _ options: PostgreSQLOptions, watch: ServerWatch? = nil) throws(StorageError) {
        server = address.description
        self.watch = watch
        (schema, timeout) = (options.schema, options.responseTimeout)
        guard let handle = address.connect(options) else {
            throw .serverUnavailable(server: server, reason: "no memory for a connection")
        }
        guard PQstatus(handle) == CONNECTION_OK else {
            let reason = String(cString: PQerrorMessage(handle)).singleLine
            PQfinish(handle)
            throw .serverUnavailable(server: server, reason: reason + Self.advice(on: reason))
        }
        self.handle = handle
        PQsetNoticeReceiver(handle, recordWarning, Unmanaged.passUnretained(warnings).toOpaque())
        guard PQsetnonblocking(handle, 1) == 0 else { throw lost() }
        try runScript(Self.session(options))
        guard PQenterPipelineMode(handle) == 1 else { throw lost() }
    }

    deinit { close() }

    /// Returns advice if the server refuses the connection or accepts no writes. Only libpq's text shows the reason.
    static func advice(on reason: String) -> String {
        let waits = ["session is read-only", "hot standby", "is starting up", "not yet accepting connections"]
        if waits.contains(where: { reason.contains($0) }) {
            return "; it still recovers, or it is a standby: wait until pg_is_in_recovery() is false, or promote it"
        }
        let refusals = [
            "authentication failed", "does not exist", "no password supplied", "pg_hba.conf", "permission denied",
        ]
        guard refusals.contains(where: { reason.contains($0) }) else { return "" }
        return "; look at the role, the password and the database in the setting storage (BALISE_STORAGE)"
    }

    func close() {
        PQfinish(handle)
        handle = nil
    }

    var isOpen: Bool { handle != nil }

    /// The server's version as a number: 150018 for 15.18.
    var serverVersion: Int32 { PQserverVersion(handle) }
    var backendProcess: Int32 { PQbackendPID(handle) }

    func parameter(_ name: String) -> String? { PQparameterStatus(handle, name).map { String(cString: $0) } }

    func failure(_ result: OpaquePointer) -> StorageError {
        let role = PQuser(handle).map { String(cString: $0) } ?? ""
        return StorageError(result, server: server).naming(role, schema, server: server)
    }

    // MARK: Sending

    func sendPrepare(_ statement: PostgreSQLStatement) throws(StorageError) {
        let sent = statement.types.withUnsafeBufferPointer {
            PQsendPrepare(handle, statement.name, statement.text, Int32($0.count), $0.baseAddress)
        }
        guard sent == 1 else { throw lost() }
    }

    func sendExecute(_ statement: PostgreSQLStatement, _ parameters: PostgreSQLParameters) throws(StorageError) {
        let sent = PQsendQueryPrepared(
            handle, statement.name, Int32(parameters.count), parameters.pointers, parameters.lengths,
            parameters.formats, 1)
        guard sent == 1 else { throw lost() }
    }

    /// Sends statements that are not prepared and have no values.
    func send(_ sql: String) throws(StorageError) {
        guard PQsendQueryParams(handle, sql, 0, nil, nil, nil, nil, 1) == 1 else { throw lost() }
    }

    /// Ends a section. After a failed command the server skips everything up to this point. This also ends a
    /// transaction without BEGIN.
    func sendSync() throws(StorageError) {
        guard PQpipelineSync(handle) == 1 else { throw lost() }
    }

    // MARK: Waiting

    func flush() throws(StorageError) {
        while true {
            let left = PQflush(handle)
            if left == 0 { return }
            guard left == 1 else { throw lost() }
            try wait(for: Int16(POLLIN | POLLOUT))
        }
    }

    /// Returns the next result; nil at the end of a command's results. Call `flush` first.
    func nextResult() throws(StorageError) -> OpaquePointer? {
        while PQisBusy(handle) == 1 { try wait(for: Int16(POLLIN)) }
        guard let result = PQgetResult(handle) else {
            guard PQstatus(handle) == CONNECTION_OK else { throw lost() }
            return nil
        }
        if PQstatus(handle) == CONNECTION_OK { return result }
        defer { PQclear(result) }
        let failure = StorageError(result, server: server)
        _ = lost()
        throw failure.isWorthAnotherConnection ? failure : .serverUnavailable(server: server, reason: "it went away")
    }

    /// Makes the following rows of the current command arrive one by one.
    func receiveSingleRows() { PQsetSingleRowMode(handle) }

    /// Waits until the system has data from the server, or room for more, and takes it.
    private func wait(for events: Int16) throws(StorageError) {
        var descriptor = pollfd(fd: PQsocket(handle), events: events, revents: 0)
        let deadline = ContinuousClock.now + timeout
        var look = ContinuousClock.now + ServerWatch.checkInterval
        while true {
            let now = ContinuousClock.now
            guard deadline > now else {
                _ = lost()
                throw .serverUnavailable(server: server, reason: "no answer within \(timeout)")
            }
            if let refusal = watch?.refusal {
                _ = lost()
                throw refusal
            }
            if look <= now {
                watch?.look(at: host)
                look = now + ServerWatch.checkInterval
            }
            let wait = min(deadline - now, look - now, Self.glance)
            let ready = poll(&descriptor, 1, Int32(clamping: wait.wholeMilliseconds + 1))
            if ready > 0 { break }
            guard ready == 0 || errno == EINTR else { throw lost() }
        }
        if descriptor.revents & Int16(POLLIN | POLLHUP | POLLERR) != 0 {
            guard PQconsumeInput(handle) == 1 else { throw lost() }
            watch?.recordAnswer()
        }
    }

    /// How often a wait checks whether the server still answers.
    private static let glance = Duration.milliseconds(250)

    private var host: PostgreSQLAddress.Host {
        func text(_ value: UnsafeMutablePointer<CChar>?) -> String { value.map { String(cString: $0) } ?? "" }
        return PostgreSQLAddress.Host(
            name: text(PQhost(handle)), address: text(PQhostaddr(handle)), port: text(PQport(handle)))
    }

    private func lost() -> StorageError {
        let reason = handle.map { String(cString: PQerrorMessage($0)).singleLine } ?? ""
        close()
        return .serverUnavailable(server: server, reason: reason.isEmpty ? "the connection was lost" : reason)
    }

    // MARK: Scripts and notices

    /// Runs statements without values, outside the pipeline, which must be empty.
    func runScript(_ sql: String) throws(StorageError) {
        let wasPipeline = PQpipelineStatus(handle) != PQ_PIPELINE_OFF
        if wasPipeline { guard PQexitPipelineMode(handle) == 1 else { throw lost() } }
        guard PQsendQuery(handle, sql) == 1 else { throw lost() }
        try flush()
        var failure: StorageError?
        while let result = try nextResult() {
            defer { PQclear(result) }
            if PQresultStatus(result) == PGRES_FATAL_ERROR { failure = failure ?? StorageError(result, server: server) }
        }
        if wasPipeline { guard PQenterPipelineMode(handle) == 1 else { throw lost() } }
        if let failure { throw failure }
    }

    func notices() -> [String] {
        var payloads: [String] = []
        while let notice = PQnotifies(handle) {
            payloads.append(String(cString: notice.pointee.extra))
            PQfreemem(notice)
        }
        return payloads
    }

    /// Waits until the server sends something, or the other descriptor is ready.
    func waitForInput(or other: Int32) throws(StorageError) {
        var descriptors = [
            pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0),
            pollfd(fd: other, events: Int16(POLLIN), revents: 0),
        ]
        guard poll(&descriptors, 2, -1) >= 0 || errno == EINTR else { throw lost() }
        guard descriptors[0].revents == 0 || PQconsumeInput(handle) == 1 else { throw lost() }
    }

    func takeWarning() -> String? {
        defer { warnings.latest = nil }
        return warnings.latest
    }

    /// Returns statements with the settings of a session, because poolers refuse settings in the address.
    private static func session(_ options: PostgreSQLOptions) -> String {
        var settings = [
            "SET statement_timeout = \(options.statementTimeout.wholeMilliseconds)",
            "SET lock_timeout = \(options.lockTimeout.wholeMilliseconds)",
            "SET idle_in_transaction_session_timeout = \(options.idleTransactionTimeout.wholeMilliseconds)",
            "SET client_min_messages = warning",
            // Statements are small and run often, so JIT compilation never pays off.
            "SET jit = off",
            // A server may be configured not to wait for its disk. A setting that is stronger than `on` stays.
            "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'",
        ]
        if options.isReadOnly { settings.append("SET default_transaction_read_only = on") }
        if let schema = options.schema {
            settings.append("SET search_path = \(schema.quotedIdentifier)")
            // This must be last, because a refusal ends the session.
            if let script = options.occupation.script(lock: options.lockNumber(of: "occupation")) {
                settings.append(script)
            }
        }
        return settings.joined(separator: ";")
    }
}

extension String {
    /// The text quoted as the name of a table, a schema or a channel.
    package var quotedIdentifier: String { "\"" + replacing("\"", with: "\"\"") + "\"" }
}

private final class Warnings {
    var latest: String?
}

private let recordWarning: @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?) -> Void = { context, result in
    guard let context, let result else { return }
    let warnings = Unmanaged<Warnings>.fromOpaque(context).takeUnretainedValue()
    warnings.latest = PostgreSQLField.message.text(of: result) ?? "a warning without a message"
}
