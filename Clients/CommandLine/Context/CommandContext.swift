import ArgumentParser
import Balise
import BaliseJSON
import Foundation

struct CommandContext: Sendable {
    let client: BaliseClient
    let terminal: any Terminal
    let settings: SettingsStore
    let folder: URL
    let json: Bool

    var time: any BaliseClock { client.configuration.time }

    /// Returns the named device, or the device of this computer, whose id is created on first use.
    func device(_ named: LocationDeviceID?) async throws(BaliseError) -> LocationDeviceID {
        if let named { return named }
        if let own = try await self.settings.load().ownDevice { return own }
        // Two commands may both be the first. The second command must then use the first command's id, or places under
        // the other id would be lost.
        let lock = try await SettingsLock(in: folder)
        defer { withExtendedLifetime(lock) {} }
        var settings = try await self.settings.load()
        if let own = settings.ownDevice { return own }
        let own = LocationDeviceID()
        settings.device = own.text
        try await self.settings.save(settings)
        return own
    }

    func show(_ body: some JSONWritable, _ text: () -> String) {
        terminal.write((json ? String(decoding: body.json.bytes, as: UTF8.self) : text()) + "\n")
    }

    func show<Body: JSONWritable>(_ bodies: [Body], _ table: ([Body]) -> TextTable) {
        guard json else { return terminal.write(table(bodies).text) }
        let items = bodies.map { String(decoding: $0.json.bytes, as: UTF8.self) }
        terminal.write("[" + items.joined(separator: ",") + "]\n")
    }

    /// Asks a question. Throws if there is no keyboard: the answer must then be given as an option.
    func confirms(_ question: String) throws(BaliseError) -> Bool {
        guard terminal.isTypedOn else {
            throw .invalid("this cannot be undone, and there is no terminal to confirm it: add --yes")
        }
        terminal.writeError("\(question) [y/N] ")
        return ["y", "yes"].contains(terminal.readLine()?.lowercased())
    }

    /// Prints a confirmation for people; scripts use the exit status.
    func say(_ text: String) { if !json { terminal.write(text + "\n") } }
}

extension CommandContext {
    /// Balise's default address on the same machine.
    private static let localServer = "http://127.0.0.1:8080"

    static func ofThisProcess(_ options: CommonOptions) async throws(BaliseError) -> CommandContext {
        let environment = ProcessInfo.processInfo.environment
        let folder = BaliseConfiguration.privateFolder(environment)
        let secrets = FileSecretStore(folder: folder)
        let settings = SettingsStore(secrets: secrets)
        let server = try server(options.server, environment, try await settings.load())
        // The Keychain is not used, because a program without a bundle has no Keychain of its own.
        var configuration = BaliseConfiguration(server: server, secrets: secrets)
        configuration.apiKey = environment["BALISE_API_KEY"].flatMap { $0.isEmpty ? nil : SecretText($0) }
        return CommandContext(
            client: BaliseClient(configuration), terminal: StandardTerminal(), settings: settings, folder: folder,
            json: options.json)
    }

    /// Returns the server's address from the option, the environment or the settings; by default this machine.
    static func server(
        _ option: ServerAddress?, _ environment: [String: String], _ settings: Settings
    ) throws(BaliseError) -> URL {
        if let option { return option.url }
        let named = environment["BALISE_SERVER"].flatMap { $0.isEmpty ? nil : $0 } ?? settings.server
        let text = named ?? localServer
        do throws(ServerAddress.Fault) { return try ServerAddress(text).url } catch {
            throw .invalid("the server's address, \(text), is \(error.reason)")
        }
    }
}

/// Prints values as one JSON object on a line, for scripts.
struct JSONLine: JSONWritable {
    let fill: @Sendable (inout JSONObject) -> Void

    init(_ fill: @escaping @Sendable (inout JSONObject) -> Void) { self.fill = fill }

    func write(to json: inout JSONObject) { fill(&json) }
}

struct CommonOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The server's address, https://balise.example.", valueName: "address"),
        transform: ServerAddress.read)
    var server: ServerAddress?

    @Flag(help: "Print JSON, for scripts: one value, or one per line for a stream.")
    var json = false
}

protocol ClientCommand: AsyncParsableCommand {
    var common: CommonOptions { get }

    /// Throws a `ValidationError` for options that exclude each other; in `validate` it would hide a misspelled option.
    func check() throws

    func run(_ context: CommandContext) async throws
}

extension ClientCommand {
    func check() throws {}

    func run() async throws {
        try check()
        var server: URL?
        do {
            let context = try await CommandContext.ofThisProcess(common)
            server = context.client.configuration.server
            try await run(context)
        } catch let error as BaliseError {
            StandardTerminal().writeError("balise-cli: \(error.advice(calling: server))\n")
            throw ExitCode(error.exitStatus)
        }
    }
}

extension BaliseError {
    func advice(calling server: URL?) -> String {
        // A server without TLS makes the handshake fail with various system errors, so this advice is a guess.
        guard case .unreachable = self, server?.scheme?.lowercased() == "https" else { return advice }
        return advice + " If it speaks plain HTTP, its address begins with http://."
    }

    var advice: String {
        switch self {
        case .signedOut: return "You are not signed in. To sign in: balise-cli sign-in."
        case .unreachable: return "\(self). Is it running? To use another server, give --server."
        case .refused(var refusal) where [.deviceKeyUnknown, .deviceKeyWrong].contains(refusal.code):
            // The text names the SDK's calls, which a reader here does not know, so commands replace them.
            refusal.message.replace("keys.", with: "balise-cli key ")
            return "\(BaliseError.refused(refusal))"
        // The SDK renews or ends an invalid session itself, so the refused credential is the publisher's key.
        case .refused(let refusal) where refusal.code == .invalidToken:
            return "\(self). The key in BALISE_API_KEY is not valid here: ask the server's operator for one."
        default: return "\(self)"
        }
    }

    /// The exit status tells scripts the kind of failure, with the numbers of sysexits.h.
    var exitStatus: Int32 {
        switch self {
        case .refused(let refusal): [401, 403].contains(refusal.status) ? 77 : 1
        case .unreachable, .timedOut: 69
        case .cancelled: 130
        case .unreadable: 76
        case .signedOut: 77
        case .invalid: 64
        case .storage: 74
        case .system: 71
        }
    }
}
