public import Foundation
public import Models
public import Storage

/// The location of the services' databases.
public struct StorageSettings: SettingsSection {
    /// The PostgreSQL of all services, a schema each; nil for files in the data folder.
    public var server: PostgreSQLAddress?
    /// The folder for operators' backups at run time; nil for none.
    public var backups: URL?

    public init(_ reader: inout SettingsReader) {
        server = reader.readSecret(
            "storage", .postgreSQLAddress, shownAs: "SQLite files in the data folder",
            """
            The PostgreSQL that stores the data instead of files, with a schema for each service. Required for several \
            processes of a service.
            """)
        backups = reader.readOptional(
            "backups.folder", .path("folder"),
            "The folder for backups that an operator makes while the services run. It must exist.")
    }

    /// - Parameter folder: The data folder, for files.
    public func location(of service: ServiceName, in folder: URL) -> DatabaseLocation {
        guard let server else { return .file(folder.appendingPathComponent("\(service).sqlite")) }
        return .postgreSQL(server, schema: service.schema)
    }
}

extension SectionNames { public var storage: StorageSettings.Type { StorageSettings.self } }

extension ServiceName {
    /// The name of its schema, an SQL name that needs no quotes.
    public var schema: String { description.replacing("-", with: "_") }
}

extension ValueForm where Value == PostgreSQLAddress {
    /// An address may contain a password, so it is read as a secret.
    static let postgreSQLAddress = ValueForm.single(
        "address of a PostgreSQL", allowed: "postgres://user:password@host:5432/database, with several hosts by commas",
        read: { (text) throws(InvalidValue) in
            do throws(StorageError) { return try PostgreSQLAddress(text) } catch {
                let reason = if case .unsuitableServer(_, let reason) = error { reason } else { "\(error)" }
                throw InvalidValue(
                    "is no address of a PostgreSQL: \(reason) (in a password write %2F for /, %40 for @, %3A for : and %25 for "
                        + "%)")
            }
        }, write: { _ in "<set>" })
}
