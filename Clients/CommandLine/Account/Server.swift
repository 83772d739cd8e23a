import ArgumentParser
import Balise
import BaliseJSON
import Foundation

struct Server: ClientCommand {
    static let configuration = CommandConfiguration(
        abstract: "Store the server's address for later calls, or show the one in use.")

    @OptionGroup var common: CommonOptions
    @Argument(help: "The address, https://balise.example.", transform: ServerAddress.read)
    var address: ServerAddress?

    private struct Line: JSONWritable {
        let server: String

        func write(to json: inout JSONObject) { json.set("server", server) }
    }

    func run(_ context: CommandContext) async throws {
        if let address {
            var settings = try await context.settings.load()
            settings.server = address.url.absoluteString
            try await context.settings.save(settings)
        }
        let server = address?.url ?? context.client.configuration.server
        context.show(Line(server: server.absoluteString)) { server.absoluteString }
    }
}
