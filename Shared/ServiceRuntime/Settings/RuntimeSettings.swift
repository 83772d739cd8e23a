public import Foundation
public import Logging
public import MessageBus
public import Models
public import Storage

/// The settings of the bus, which connects the services.
public struct BusSettings: SettingsSection {
    /// The addresses of services that differ from the defaults. A service with replicas has several.
    public var endpoints: [ServiceName: [Endpoint]]
    /// The address at which this program's service listens; nil for the address that other services call.
    public var bind: Endpoint?
    public var keys: URL?
    public var requestsInFlight: Int
    public var requestsAtOnce: Int

    public init(_ reader: inout SettingsReader) {
        endpoints = [:]
        // The edge has no address, because it only calls other services.
        for service in ServiceName.allCases where service != .edge {
            endpoints[service] = reader.readOptional(
                "bus.\(service)", .endpoints, shownAs: "ipc://<data dir>/run/\(service).sock",
                "The address of the \(service) service. Several addresses are those of its replicas.")
        }
        bind = reader.readOptional(
            "bus.bind", .endpoint, shownAs: "the address that the other services use",
            """
            The address where the service of this program listens, for example tcp://0.0.0.0:7404. Required for replicas.
            """)
        keys = reader.readOptional(
            "bus.keys", .path("folder"), shownAs: "<data dir>/keys/bus",
            "The folder of the key pairs, which the command `keys` makes. Endpoints of tcp need them.")
        requestsInFlight = reader.read(
            "bus.requestsInFlight", .whole(1...1_000_000), default: 16_384,
            "The most requests to other services that may wait for an answer at a time; one more is answered 503.")
        requestsAtOnce = reader.read(
            "bus.requestsAtOnce", .whole(1...1_000_000), default: 4096,
            "The most requests that a service works on at a time; one more is refused at once.")
    }
}

extension SectionNames { public var bus: BusSettings.Type { BusSettings.self } }

/// The address for operators: health, metrics, accounts and keys.
public struct OperationsSettings: SettingsSection {
    public static let parts: [ServiceName: [String]] = [.edge: ["operations"], .authSession: ["operations.key"]]

    public var host: String
    public var port: Int
    /// The operator's own key, which replaces the token in the data folder; nil to use the token.
    public var key: Secret?

    public init(_ reader: inout SettingsReader) {
        host = reader.read(
            "operations.host", .host, default: "127.0.0.1",
            "The address for the operator and their tools: health, metrics, accounts, keys.")
        port = reader.read(
            "operations.port", .whole(0...65535), default: 8081,
            "The port for the operator and their tools; 0 lets the system pick one, which is printed.")
        key = reader.readSecret(
            "operations.key", length: 16...256,
            "A key of your own for callers of the operations port, in addition to the token in `operator.token` in the data folder."
        )
    }
}

extension SectionNames { public var operations: OperationsSettings.Type { OperationsSettings.self } }

/// The location of the services' databases.
public struct StorageSettings: SettingsSection {
    public var server: PostgreSQLAddress?

    public init(_ reader: inout SettingsReader) {
        server = reader.readSecret(
            "storage", .postgreSQLAddress, shownAs: "SQLite files in the data folder",
            """
            The PostgreSQL that stores the data instead of files, with a schema for each service. Required for several \
            processes of a service.
            """)
    }

    /// Returns the location of a service's database.
    /// - Parameter folder: The data folder, for files.
    public func location(of service: ServiceName, in folder: URL) -> DatabaseLocation {
        guard let server else { return .file(folder.appendingPathComponent("\(service).sqlite")) }
        return .postgreSQL(server, schema: service.schema)
    }
}

extension SectionNames { public var storage: StorageSettings.Type { StorageSettings.self } }

extension ServiceName {
    /// The name of the service's schema, an SQL name that needs no quotes.
    public var schema: String { description.replacing("-", with: "_") }
}

extension ValueForm where Value == PostgreSQLAddress {
    /// The address of a PostgreSQL server. It may contain a password, so it is read as a secret.
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

/// The settings of the log: the lowest level, and the format of its lines.
public struct LogSettings: SettingsSection {
    public enum Format: String, Sendable, CaseIterable {
        /// Each line is text for people.
        case text
        /// Each line is a JSON object for programs.
        case json
    }

    public var level: Logger.Level
    public var format: Format?

    public init(_ reader: inout SettingsReader) {
        level = reader.read("log.level", .word, default: .info, "The lowest level of lines that are logged.")
        format = reader.readOptional(
            "log.format", .word, shownAs: "text on a terminal, else json", "The form of a line of the log.")
    }
}

extension SectionNames { public var log: LogSettings.Type { LogSettings.self } }
