public import Storage
import Synchronization

/// Each database is in a folder of its own; all are closed and gone with the value. A suite holds one: each test has an
/// instance of its suite.
public final class ScratchStores: Sendable {
    private struct Opened {
        let folder: TemporaryFolder
        let database: ServiceDatabase
    }

    private let opened = Mutex<[Opened]>([])

    public init() {}

    deinit {
        for one in opened.withLock({ $0 }) { try? one.database.close() }
    }

    public func open<S: Store>(
        _ store: S.Type, on kind: StoreKind, options: StorageOptions = StorageOptions()
    ) throws -> ServiceDatabase {
        let folder = try TemporaryFolder()
        let database = try kind.open(store, in: folder, options: options)
        opened.withLock { $0.append(Opened(folder: folder, database: database)) }
        return database
    }
}

extension ServiceDatabase {
    /// Passes the database to the body and closes it.
    @discardableResult
    public func used<Value>(_ body: (ServiceDatabase) async throws -> Value) async throws -> Value {
        let value = try await body(self)
        try close()
        return value
    }
}

extension StorageOptions {
    public static func with(_ change: (inout StorageOptions) -> Void) -> StorageOptions {
        var options = StorageOptions()
        change(&options)
        return options
    }
}
