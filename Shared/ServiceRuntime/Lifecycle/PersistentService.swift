import Foundation
import Models
public import Storage

/// A service with its own database: `<name>.sqlite` in the data folder, or a schema of the PostgreSQL in the setting `storage`.
public protocol PersistentService: HostedService {
    static var store: any Store.Type { get }

    /// The secrets in `keys/` that the database, or a part of it, needs.
    static var secrets: [String] { get }
}

extension PersistentService {
    public static var secrets: [String] { store.secretMadeAfter.map { [$0] } ?? [] }
    public static var files: ServiceFiles? { ServiceFiles(database: databaseName, secrets: secrets) }

    static var databaseName: String { "\(name).sqlite" }

    static func openDatabase(_ settings: Settings) -> OpenedDatabase {
        let location = settings.storage.location(of: name, in: settings.dataDirectory)
        let file = settings.dataDirectory.appendingPathComponent(databaseName)
        return OpenedDatabase { () throws(StorageError) in
            try MoveMark.check(store, beside: file, opens: location)
            return try store.openDatabase(at: location, beside: file)
        }
    }
}

/// An opened database, or the error that its service throws at its creation.
public typealias OpenedDatabase = Result<ServiceDatabase, StorageError>

/// In parallel, because most of the time is spent waiting for the disk or the server.
func openDatabases(of services: [any HostedService.Type], _ settings: Settings) async -> [ServiceName: OpenedDatabase] {
    await withTaskGroup(of: (ServiceName, OpenedDatabase).self) { group in
        for case let service as any PersistentService.Type in services {
            group.addTask { (service.name, await onThread { service.openDatabase(settings) }) }
        }
        return await group.reduce(into: [:]) { opened, one in opened[one.0] = one.1 }
    }
}

/// Runs `body` on its own thread: the pool has only as many threads as processors, and they must not block.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
        Thread { continuation.resume(returning: body()) }.start()
    }
}
