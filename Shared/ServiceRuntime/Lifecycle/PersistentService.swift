// What a service with a database is to its program, and how the databases of a program are opened.

import Foundation
import Models
public import Storage

/// A service that keeps its state in a database of its own: `<name>.sqlite` in the data folder, or a schema of the
/// PostgreSQL that `storage` names.
public protocol PersistentService: HostedService {
    /// What keeps its state.
    static var store: any Store.Type { get }

    /// The names of the secrets in `keys/` without which the database, or a part of it, is worth nothing.
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
            try StorageMove.check(store, beside: file, opens: location)
            return try store.openDatabase(at: location, beside: file)
        }
    }
}

/// The database of a service, or why it cannot be opened: its service throws that when it is made.
public typealias OpenedDatabase = Result<ServiceDatabase, StorageError>

/// Opens the databases of all services of a program side by side, since most of the work is to wait for
/// the disk or the server.
func openDatabases(of services: [any HostedService.Type], _ settings: Settings) async -> [ServiceName: OpenedDatabase] {
    await withTaskGroup(of: (ServiceName, OpenedDatabase).self) { group in
        for case let service as any PersistentService.Type in services {
            group.addTask { (service.name, await onThread { service.openDatabase(settings) }) }
        }
        return await group.reduce(into: [:]) { opened, one in opened[one.0] = one.1 }
    }
}

/// Runs `body` on a thread of its own: the threads of the pool are as many as the processors, and are not there to
/// wait.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
        Thread { continuation.resume(returning: body()) }.start()
    }
}
