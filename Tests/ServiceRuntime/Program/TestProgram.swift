import StorageMove

@testable import ServiceRuntime

final class TestProgram: Sendable {
    private let said = Mutex<[String]>([])
    private let complaints = Mutex<[String]>([])
    private let asked = Mutex<[String]>([])
    private let name: String
    private let confirms: Bool?
    private let services: [any HostedService.Type]
    private let movesStorage: Bool

    /// - Parameter confirms: The answer to questions; nil without a terminal.
    init(
        name: String = "toy", services: [any HostedService.Type] = [], confirms: Bool? = nil, movesStorage: Bool = true
    ) {
        (self.name, self.confirms, self.services, self.movesStorage) = (name, confirms, services, movesStorage)
    }

    var program: ServiceProgram {
        let move: ServiceProgram.StorageMover = ServiceProgram.moveStorage(_:of:_:)
        return ServiceProgram(
            name: name, services: services, settings: .balise, moveStorage: movesStorage ? move : nil,
            say: { line in self.said.withLock { $0.append(line) } },
            complain: { line in self.complaints.withLock { $0.append(line) } },
            ask: { question in
                guard let confirms = self.confirms else { return nil }
                self.asked.withLock { $0.append(question) }
                return confirms
            })
    }

    var questions: [String] { asked.withLock { $0 } }
    var output: String { said.withLock { $0.joined(separator: "\n") } }
    var complaint: String { complaints.withLock { $0.joined(separator: "\n") } }
}

extension TemporaryFolder {
    func write(_ text: String, to name: String) throws -> String {
        let file = url.appendingPathComponent(name)
        try Data(text.utf8).write(to: file)
        return file.path
    }

    func mode(_ name: String) throws -> Int {
        let path = name.isEmpty ? url.path : url.appendingPathComponent(name).path
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return (attributes[.posixPermissions] as? Int) ?? -1
    }
}

/// A service that does nothing; only what stands beside it counts.
protocol IdleService: HostedService { init() }

extension IdleService {
    init(_ environment: ServiceEnvironment) throws { self.init() }
    func run() async throws {}
}

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

struct LocationWords: PersistentService, IdleService {
    static let name = ServiceName.location
    static let store: any Store.Type = WordStore.self
}

struct AuthSessionWords: PersistentService, IdleService {
    static let name = ServiceName.authSession
    static let store: any Store.Type = WordStore.self
}
