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

    /// The named device, or this computer's own, whose id is created on first use.
    func device(_ named: LocationDeviceID?) async throws(BaliseError) -> LocationDeviceID {
        if let named { return named }
        if let own = try await self.settings.load().ownDevice { return own }
        // Of two first commands at once, the second must use the first one's id, or places under the other id would be lost.
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

    /// Without a keyboard, the answer must be given as an option.
    func confirms(_ question: String) throws(BaliseError) -> Bool {
        guard terminal.isTypedOn else {
            throw .invalid("this cannot be undone, and there is no terminal to confirm it: add --yes")
        }
        terminal.writeError("\(question) [y/N] ")
        return ["y", "yes"].contains(terminal.readLine()?.lowercased())
    }

    /// Prints a confirmation for people; scripts use the exit status.
    func say(_ text: String) {
        if !json { terminal.write(text + "\n") }
    }
}

extension CommandContext {
    /// The default address of a newly started Balise.
    private static let localServer = "http://127.0.0.1:8080"

    static func ofThisProcess(_ options: CommonOptions) async throws(BaliseError) -> CommandContext {
        let environment = ProcessInfo.processInfo.environment
        let folder = BaliseConfiguration.privateFolder(environment)
        let secrets = FileSecretStore(folder: folder)
        let settings = SettingsStore(secrets: secrets)
        let server = try server(options.server, environment, try await settings.load())
        // Not the Keychain: a program without a bundle has none of its own.
        var configuration = BaliseConfiguration(server: server, secrets: secrets)
        configuration.apiKey = environment["BALISE_API_KEY"].flatMap { $0.isEmpty ? nil : SecretText($0) }
        return CommandContext(
            client: BaliseClient(configuration), terminal: StandardTerminal(), settings: settings, folder: folder,
            json: options.json)
    }

    /// The server from the option, then the environment, then the settings, then this machine.
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
