import ArgumentParser
import BaliseJSON
import Synchronization

@testable import balise_cli

/// A computer on which commands are typed: what it keeps, its clock, and its server.
struct CommandFixture {
    let server: ScriptedServer
    let secrets = MemorySecretStore()
    private let kept = KeptFolder()
    let time = FixedTime()
    let pause = SkippedPause()
    var apiKey: SecretText?
    var isWatched = false
    var isTypedOn = false
    var columns: Int?

    init(_ answers: [String: [ScriptedServer.Answer]] = [:]) { server = ScriptedServer(answers) }

    static func ofAda(_ answers: [String: [ScriptedServer.Answer]] = [:]) async throws -> CommandFixture {
        let fixture = CommandFixture(answers.merging(["POST /api/v1/auth/login": [signedIn]]) { $1 })
        _ = try await fixture.run("sign-in", "ada", input: ["secret"])
        return fixture
    }

    var folder: URL { kept.url }

    /// - Parameter input: The typed or piped input, line by line.
    func run(_ arguments: String..., input: [String] = []) async throws -> ScriptedTerminal {
        try await run(arguments, input)
    }

    /// A call is a process of its own; here the first one's outbox releases its file when its last task is gone.
    func runNext(_ arguments: String..., input: [String] = []) async throws -> ScriptedTerminal {
        for _ in 1...10_000 {
            do { return try await run(arguments, input) } catch BaliseError.storage { await Task.yield() }
        }
        return try await run(arguments, input)
    }

    private func run(_ arguments: [String], _ input: [String]) async throws -> ScriptedTerminal {
        let terminal = ScriptedTerminal(input, isWatched: isWatched, isTypedOn: isTypedOn, columns: columns)
        try await run(arguments, terminal)
        return terminal
    }

    /// The command that the words name, with its options checked.
    @discardableResult
    static func parse(_ arguments: [String]) throws -> any ClientCommand {
        let command = try #require(try BaliseCommand.parseAsRoot(arguments) as? any ClientCommand)
        try command.check()
        return command
    }

    func run(_ arguments: [String], _ terminal: ScriptedTerminal) async throws {
        let command = try Self.parse(arguments)
        var configuration = BaliseConfiguration(
            server: try #require(URL(string: "https://balise.example")), secrets: secrets)
        configuration.transport = server
        configuration.time = time
        configuration.pause = pause
        configuration.apiKey = apiKey
        try await command.run(
            CommandContext(
                client: BaliseClient(configuration), terminal: terminal, settings: SettingsStore(secrets: secrets),
                folder: folder, json: command.common.json))
    }

    static let signedIn = ScriptedServer.Answer.json(
        #"{"success":true,"data":{"token":"t1","refreshToken":"r1","expiresIn":900,"user":{"id":"acc_1","#
            + #""username":"ada","firstName":"Ada","lastName":"Lovelace","createdAt":"2026-01-31T12:00:00Z","#
            + #""updatedAt":"2026-01-31T12:00:00Z"}}}"#)
}

/// A folder that goes with the last copy of its fixture.
private final class KeptFolder: Sendable {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("balise-cli-" + UUID().uuidString)

    deinit { try? FileManager.default.removeItem(at: url) }
}

final class ScriptedTerminal: Terminal {
    private struct State {
        var input: [String]
        var output = ""
        var errors = ""
    }

    let isWatched: Bool
    let isTypedOn: Bool
    let columns: Int?
    private let state: Mutex<State>

    init(_ input: [String] = [], isWatched: Bool = false, isTypedOn: Bool = false, columns: Int? = nil) {
        (self.isWatched, self.isTypedOn, self.columns) = (isWatched, isTypedOn, columns)
        state = Mutex(State(input: input))
    }

    var output: String { state.withLock { $0.output } }
    var errors: String { state.withLock { $0.errors } }

    var json: JSONValue { get throws { try JSONDocument(Array(output.utf8)).root } }

    func write(_ text: String) { state.withLock { $0.output += text } }
    func writeError(_ text: String) { state.withLock { $0.errors += text } }
    func readLine() -> String? { state.withLock { $0.input.isEmpty ? nil : $0.input.removeFirst() } }

    func readSecret(_ prompt: String) throws -> SecretText {
        guard let line = readLine() else { throw BaliseError.invalid("nothing is typed") }
        return SecretText(line)
    }
}

/// Whether it is the error of a wrong command with a text that has all the given ones.
func isInvalid(_ error: any Error, _ texts: String...) -> Bool {
    guard case .invalid(let reason) = error as? BaliseError else { return false }
    return texts.allSatisfy { reason.contains($0) }
}

struct FixedTime: BaliseClock {
    /// 2027-01-15 08:00 UTC.
    let now = Date(timeIntervalSince1970: 1_800_000_000)
}

final class SkippedPause: BaliseSleeper {
    private let state = Mutex<[Double]>([])

    var pauses: [Double] { state.withLock { $0 } }

    func sleep(seconds: Double) async throws { state.withLock { $0.append(seconds) } }
}
