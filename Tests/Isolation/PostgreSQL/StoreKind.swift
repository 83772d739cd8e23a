import Foundation
public import Storage

/// An engine under a store: each suite of a store runs on both.
public enum StoreKind: String, CaseIterable, Sendable {
    case sqlite, postgreSQL

    /// Both, where PostgreSQL is installed.
    public static let allCases: [StoreKind] =
        TestPostgreSQL.reasonToSkip == nil ? [.sqlite, .postgreSQL] : [.sqlite]

    /// Opens the database of a store that belongs to a folder; after it was closed the same one again.
    public func open<S: Store>(
        _ store: S.Type, in folder: TemporaryFolder, options: StorageOptions = StorageOptions()
    ) throws -> ServiceDatabase {
        let file = folder.url.appendingPathComponent("test.sqlite")
        switch self {
        case .sqlite: return try S.openDatabase(at: file, options: options)
        case .postgreSQL:
            let address = try PostgreSQLAddress(try TestPostgreSQL.durable.get().address())
            // A folder's name is used once.
            let schema = folder.url.lastPathComponent.lowercased().replacing("-", with: "_")
            return try S.openDatabase(at: .postgreSQL(address, schema: schema), beside: file, options: options)
        }
    }
}
