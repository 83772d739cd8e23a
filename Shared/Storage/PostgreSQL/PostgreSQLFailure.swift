import CPostgreSQL

extension StorageError {
    init(_ result: OpaquePointer, server: String) {
        let message = PostgreSQLField.message.text(of: result) ?? "without a message"
        guard let state = PostgreSQLField.state.text(of: result) else {
            // An error without an SQLSTATE is from libpq itself, which reports the loss of the connection.
            let reason = PQresultErrorMessage(result).map { String(cString: $0) } ?? message
            self = .serverUnavailable(server: server, reason: reason.singleLine)
            return
        }
        self.init(state: state, message: message.singleLine, server: server)
    }

    /// Classifies an error by its SQLSTATE; if that is unknown, by the class of the SQLSTATE.
    init(state: String, message: String, server: String) {
        switch state {
        case "23505": self = .constraint(.unique, message: message)
        case "23503": self = .constraint(.foreignKey, message: message)
        case "23502": self = .constraint(.notNull, message: message)
        case "23514": self = .constraint(.check, message: message)
        // This state means that a text contains U+0000 or invalid UTF-8.
        case "22021": self = .constraint(.other, message: message)
        case "40001", "40P01": self = .serializationFailure(message: message)
        case "53100": self = .diskFull(path: server)
        case "55P03", "57014": self = .busy(path: server)
        // The primary has become a standby. With several hosts, the next connection finds the new primary.
        case "25006": self = .serverUnavailable(server: server, reason: "it takes no writes: \(message)")
        // These states mean that the server's disk fails, at least for one table, or a table's file is missing.
        case "58030", "58P01": self = .inputOutput(path: server, reason: message)
        case "XX001", "XX002": self = .corrupt(path: server, message: message)
        case PostgreSQLOccupation.movedState: self = .moved(path: server, reason: message)
        // This state means that the server ended the transaction because it waited too long for a statement. The next
        // user gets a new connection.
        case "25P03": self = .serverUnavailable(server: server, reason: message)
        default:
            switch state.prefix(2) {
            case "23": self = .constraint(.other, message: message)
            case "08", "53", "57", "58": self = .serverUnavailable(server: server, reason: message)
            default: self = .postgreSQL(state: state, message: message)
            }
        }
    }

    /// Returns the error; if the role lacks a right or does not find a table, with advice.
    func naming(_ role: String, _ schema: String?, server: String) -> StorageError {
        guard case .postgreSQL(let state, let message) = self else { return self }
        let place = schema.map { "the schema \($0)" } ?? "its schema"
        let schema = schema?.quotedIdentifier ?? "…"
        let grant = "GRANT USAGE ON SCHEMA \(schema) TO \(role.quotedIdentifier)"
        switch state {
        case "42501":
            return .tablesUnusable(
                server: server,
                reason: """
                    the role \(role) lacks a right that the service needs in \(place) (\(message)): as the owner, \(grant), \
                    and GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA \(schema) TO \
                    \(role.quotedIdentifier)
                    """)
        // Without the right to use a schema, the role does not see its content, so the table may exist.
        case "42P01", "3F000":
            return .tablesUnusable(
                server: server,
                reason: """
                    the role \(role) does not find in \(place) what the service needs (\(message)): put back what is gone; \
                    if it is there, as its owner, \(grant)
                    """)
        default: return self
        }
    }

    /// Whether the error may concern only some tables, so that others are still writable.
    var mayConcernSomeTables: Bool {
        switch self {
        case .diskFull, .tablesUnusable, .inputOutput: true
        default: false
        }
    }

    /// Whether the server has done nothing, and another connection may succeed.
    var isWorthAnotherConnection: Bool {
        if case .serverUnavailable = self { true } else { false }
    }

    /// Whether repeating the transaction may succeed.
    var isWorthAnotherRun: Bool {
        if case .serializationFailure = self { return true }
        return isWorthAnotherConnection
    }
}

enum PostgreSQLField: Character {
    case state = "C"
    case message = "M"

    func text(of result: OpaquePointer) -> String? {
        guard let letter = rawValue.asciiValue else { return nil }
        return PQresultErrorField(result, Int32(letter)).map { String(cString: $0) }
    }
}

extension String {
    /// The text without line breaks, for a log.
    var singleLine: String { split(whereSeparator: \.isNewline).joined(separator: " ") }
}
