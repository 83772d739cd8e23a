// What a service with a database is to its program.

import Foundation
import Models
public import Storage

/// A service that keeps its state in a database of its own, `<name>.sqlite` in the data folder.
public protocol PersistentService: HostedService {
    /// What keeps its state.
    static var store: any Store.Type { get }

    /// The names of the secrets in `keys/` without which the database, or a part of it, is worth nothing.
    static var secrets: [String] { get }
}

extension PersistentService {
    public static var secrets: [String] { store.secretMadeAfter.map { [$0] } ?? [] }
    public static var files: ServiceFiles? { ServiceFiles(database: databaseName, secrets: secrets) }

    private static var databaseName: String { "\(name).sqlite" }

    static func openDatabase(in folder: URL) throws(StorageError) -> ServiceDatabase {
        try store.openDatabase(at: folder.appendingPathComponent(databaseName), options: StorageOptions())
    }
}
