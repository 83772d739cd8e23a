import ArgumentParser
import BaliseAPI
import BaliseJSON
import OperatorAPI

struct APIKeys: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "api-keys", subcommands: [Create.self, List.self, Revoke.self, Webhooks.self])

    struct Create: OperatorCommand {
        private static let knownScopes = APIKeyScope.allCases.map(\.rawValue).joined(separator: ", ")

        static let configuration = CommandConfiguration(
            commandName: "create",
            abstract: "Make an API key and print its secret, which is not shown again; scopes: \(knownScopes).")

        @Option(parsing: .unconditional, help: "The name of the key, for people.")
        var name: String
        @Option(help: ArgumentHelp("The scopes of the key: some of \(Create.knownScopes).", valueName: "scope,scope"))
        var scopes: String
        @Option(help: ArgumentHelp("When the key expires. By default, never.", valueName: "days"))
        var expires: Int64?
        @Option(
            help: ArgumentHelp(
                "The publisher of its announcements. Keys of one publisher share them.", valueName: "name"))
        var publisher: String?
        @Option(help: ArgumentHelp("The kinds of notifications that it may send.", valueName: "kind,kind"))
        var kinds: String?
        @Option(help: ArgumentHelp("The topics that it may send to.", valueName: "topic,topic"))
        var topics: String?
        @Option(help: ArgumentHelp("How many notifications it may send in a minute.", valueName: "number"))
        var perMinute: Int64?
        @OptionGroup var output: OutputOptions

        func check() throws {
            if let expires, expires < 1 {
                throw ValidationError("--expires has to be a whole number of at least 1")
            }
        }

        func carryOut(_ client: OperatorClient) throws {
            let made = try client.ask(
                OperatorCalls.createAPIKey,
                sending: CreateAPIKeyRequest(
                    name: name, scopes: scopes.split(separator: ",").map(String.init), expiresInDays: expires,
                    publisher: publisher, kinds: kinds?.split(separator: ",").map(String.init),
                    topics: topics?.split(separator: ",").map(String.init), perMinute: perMinute))
            client.show(made.key, made.secret)
            client.report("\nThe secret is stored nowhere and not shown again. Clients send it in X-API-Key.")
        }
    }

    struct List: OperatorCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List all keys, without their secrets.")

        @OptionGroup var output: OutputOptions

        func carryOut(_ client: OperatorClient) throws {
            let keys = try client.ask(OperatorCalls.listAPIKeys).keys
            if keys.isEmpty { client.report("there are no API keys") }
            for (place, key) in keys.enumerated() {
                if place > 0 { client.report("") }
                client.show(key)
            }
        }
    }

    struct Revoke: OperatorCommand {
        static let configuration = CommandConfiguration(commandName: "revoke", abstract: "Revoke a key.")

        @Argument(help: "The id of the key.")
        var id: String
        @OptionGroup var output: OutputOptions

        func carryOut(_ client: OperatorClient) throws {
            try client.ask(OperatorCalls.revokeAPIKey, id)
            client.report("revoked \(id)")
        }
    }
}

extension OperatorClient {
    fileprivate func show(_ key: APIKeyDescription, _ secret: SecretText? = nil) {
        show([
            ("id", key.id), ("name", key.name), ("scopes", key.scopes.joined(separator: ", ")),
            ("publisher", key.publisher), ("created", text(of: key.createdAt)),
            ("kinds", key.kinds?.joined(separator: ", ")), ("topics", key.topics?.joined(separator: ", ")),
            ("per minute", key.perMinute.map(String.init)), ("expires", key.expiresAt.map(text) ?? "never"),
            ("revoked", key.revokedAt.map(text)),
            ("secret", secret?.value),
        ])
    }
}
