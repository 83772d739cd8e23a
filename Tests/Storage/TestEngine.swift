// The engines on which the suites of this module run.

import Isolation
import Testing

@testable import Storage

/// An engine under the types that stores see.
enum TestEngine: String, CaseIterable, CustomTestStringConvertible, Sendable {
    case sqlite, postgreSQL

    /// Both, except where a developer may go on without PostgreSQL; `needsPostgreSQL` says so in the tests' output.
    static var available: [TestEngine] { TestPostgreSQL.reasonToSkip == nil ? allCases : [.sqlite] }

    var testDescription: String { rawValue }

    /// Runs `body` in a transaction on a database of its own with the tables of a script.
    func withConnection(_ script: SQL, _ body: @escaping @Sendable (Connection) throws -> Void) async throws {
        switch self {
        case .sqlite:
            let folder = try ScratchFolder()
            let database = try folder.open(migrations: [Migration("tables", sql: script)])
            try await database.write { try body($0) }
            try database.close()
        case .postgreSQL:
            let connection = try ScratchSchema().connection()
            try connection.execute(script)
            try connection.transaction { try body(Connection($0)) }
        }
    }
}
