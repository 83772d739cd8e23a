import Isolation
import MessageBus
import Models

struct PushPeers {
    private let feeds: [(name: FeedName, feed: ScriptedFeed)]

    /// Other processes have to play the rest.
    init(in folder: URL, playing feeds: [(FeedName, ServiceName)]) throws {
        self.feeds = try feeds.map { name, service in
            (
                name,
                try ScriptedFeed(
                    name, of: service, at: try PushPeers.endpoint(service, folder), in: folder, "\(service)-feed",
                    for: .push)
            )
        }
    }

    static let all = [
        (AccountChange.feed, ServiceName.identity), (CredentialChange.feed, .authSession),
        (NotificationPreferences.feed, .preferences), (Position.feed, .location),
    ]

    subscript(_ name: FeedName) -> ScriptedFeed? { feeds.first { $0.name == name }?.feed }

    static func endpoint(_ service: ServiceName, _ folder: URL) throws -> Endpoint {
        try Endpoint("ipc://" + folder.appending(path: "run/\(service).sock").path)
    }

    static func makeFolder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "push-\(UInt32.random(in: 0 ... .max))")
        try FileManager.default.createDirectory(
            at: folder.appending(path: "run"), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        return folder
    }

    static func start(_ program: URL, in folder: URL, _ settings: [String: String] = [:]) throws -> Process {
        var environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("BALISE_") }
        environment["BALISE_DATA_DIR"] = folder.path
        environment["BALISE_OPERATIONS_PORT"] = "0"
        environment.merge(settings) { $1 }
        let process = Process()
        process.executableURL = program
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
    }

    /// Plays all peers of push for the body, and the edge.
    static func run<Value>(
        _ body: (_ folder: URL, _ load: AnnouncementLoad) async throws -> Value
    ) async throws -> Value {
        let folder = try makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let peers = try PushPeers(in: folder, playing: all)
        let client = try MessageBus(BusConfiguration(name: .edge))
        let edge = client.client(as: .edge, endpoints: [.push: try endpoint(.push, folder)])
        let value = try await body(folder, AnnouncementLoad(edge: edge, peers: peers))
        await client.shutDown(drain: .zero)
        await peers.end()
        return value
    }

    func end() async {
        for feed in feeds { await feed.feed.end() }
    }
}

/// Programs that were just started need a moment to find each other. Throws the last error after 20 s.
func untilItSucceeds(_ body: () async throws -> Void) async throws {
    let end = ContinuousClock.now + .seconds(20)
    while true {
        do { return try await body() } catch {
            guard ContinuousClock.now < end else { throw error }
            try await Task.sleep(for: .milliseconds(20))
        }
    }
}

/// Unwraps a name that the benchmark made itself.
func named<Name>(_ name: Name?) throws -> Name {
    guard let name else { throw CommandError(description: "a name of the benchmark is none") }
    return name
}

/// The resident memory of these processes together, in MiB.
func mebibytes(of processes: [Int32]) throws -> Double {
    let ids = processes.map { String($0) }.joined(separator: ",")
    return numbers(in: try output(of: "ps", ["-o", "rss=", "-p", ids])).reduce(0, +) / 1024
}

extension MessageContext {
    static var benchmark: MessageContext { MessageContext(requestID: "benchmark", timeout: .seconds(30)) }
}
