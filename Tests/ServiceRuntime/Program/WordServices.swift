@testable import ServiceRuntime

/// Both services keep words.
struct WordStore: Store {
    typealias Failure = StoreFailure<Never>
    static let migrations = [Migration("words", sql: "CREATE TABLE word (text TEXT PRIMARY KEY NOT NULL) STRICT")]
    let database: ServiceDatabase
}

extension PersistentService {
    /// The services of these tests have no data of accounts.
    static var export: AccountExport { AccountExport([], leftOut: [:]) }
}

struct LocationWords: PersistentService {
    static let name = ServiceName.location
    static let store: any Store.Type = WordStore.self
    init(_ environment: ServiceEnvironment) throws {}
    func run() async throws {}
}

struct AuthSessionWords: PersistentService {
    static let name = ServiceName.authSession
    static let store: any Store.Type = WordStore.self
    init(_ environment: ServiceEnvironment) throws {}
    func run() async throws {}
}
