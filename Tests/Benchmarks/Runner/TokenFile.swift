struct TokenFile {
    private let file: URL

    var path: String { file.path }

    static func ofPeople(_ count: Int, at server: RunningServer) async throws -> TokenFile {
        try await TokenFile(\.token, of: count, "person", signedIn: 1, at: server)
    }

    /// Refresh tokens of twice as many sessions as there are connections.
    static func ofRefreshers(at server: RunningServer) async throws -> TokenFile {
        try await TokenFile(\.refreshToken, of: 13, "refresher", signedIn: 10, at: server)
    }

    private init(
        _ token: KeyPath<AppClient.SignIn, String>, of accounts: Int, _ name: String, signedIn times: Int,
        at server: RunningServer
    ) async throws {
        let app = AppClient(server.address)
        var lines = ""
        for number in 0..<accounts {
            for signIn in try await app.signIns(times, as: "\(name)\(number)") {
                lines += signIn[keyPath: token] + "\n"
            }
        }
        file = FileManager.default.temporaryDirectory.appending(path: "tokens-\(UInt32.random(in: 0 ... .max))")
        try Data(lines.utf8).write(to: file)
    }

    func remove() { try? FileManager.default.removeItem(at: file) }
}

struct LoadedServer {
    let server: RunningServer
    private let people: TokenFile
    private let refreshers: TokenFile

    init(_ programs: [ServerProgram]) async throws {
        server = try RunningServer(programs)
        do {
            people = try await .ofPeople(64, at: server)
            refreshers = try await .ofRefreshers(at: server)
        } catch {
            server.stop()
            throw error
        }
    }

    func load(_ call: String, _ plan: Plan, seconds: Int) throws -> HTTPLoad {
        let tokens = call == "refresh" ? refreshers : people
        return try HTTPLoad.run(call, in: plan.load, on: server.address, seconds: seconds, [tokens.path])
    }

    func stop() {
        server.stop()
        people.remove()
        refreshers.remove()
    }
}
