import ArgumentParser
import BaliseAPI
import BaliseJSON
import Models
import OperatorAPI

struct APIKeys: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "api-keys", subcommands: [Create.self, List.self, Revoke.self, Webhooks.self])

    struct Create: OperatorCommand {
        private static let knownScopes = APIKeyScope.allCases.map(\.rawValue).joined(separator: ", ")

        static let configuration = CommandConfiguration(
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
            if let expires, expires < 1 { throw ValidationError("--expires has to be a whole number of at least 1") }
        }

        func carryOut(_ client: OperatorClient) throws {
            let made = try client.ask(
                OperatorCalls.createAPIKey,
                sending: CreateAPIKeyRequest(
                    name: name, scopes: parts(scopes), expiresInDays: expires, publisher: publisher,
                    kinds: kinds.map(parts), topics: topics.map(parts), perMinute: perMinute))
            client.show(made.key.rows(secret: made.secret.value))
            client.report("\nThe secret is stored nowhere and not shown again. Clients send it in X-API-Key.")
        }

        private func parts(_ list: String) -> [String] { list.split(separator: ",").map(String.init) }
    }

    struct List: OperatorCommand {
        static let configuration = CommandConfiguration(abstract: "List all keys, without their secrets.")

        @OptionGroup var output: OutputOptions

        func carryOut(_ client: OperatorClient) throws {
            client.showAll(try client.ask(OperatorCalls.listAPIKeys).keys, none: "there are no API keys") { $0.rows() }
        }
    }

    struct Revoke: OperatorCommand {
        static let configuration = CommandConfiguration(abstract: "Revoke a key.")

        @Argument(help: "The id of the key.")
        var id: String
        @OptionGroup var output: OutputOptions

        func carryOut(_ client: OperatorClient) throws {
            try client.ask(OperatorCalls.revokeAPIKey, id)
            client.report("revoked \(id)")
        }
    }
}

extension APIKeyDescription {
    fileprivate func rows(secret: String? = nil) -> [(name: String, value: String?)] {
        [
            ("id", id), ("name", name), ("scopes", scopes.joined(separator: ", ")), ("publisher", publisher),
            ("created", text(of: createdAt)), ("kinds", kinds?.joined(separator: ", ")),
            ("topics", topics?.joined(separator: ", ")), ("per minute", perMinute.map(String.init)),
            ("expires", expiresAt.map(text) ?? "never"), ("revoked", revokedAt.map(text)), ("secret", secret),
        ]
    }
}

struct SigningKeys: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "signing-keys", subcommands: [Rotate.self])

    struct Rotate: OperatorCommand {
        static let configuration = CommandConfiguration(abstract: "Sign access tokens with a new key from now on.")

        @OptionGroup var output: OutputOptions

        func carryOut(_ client: OperatorClient) throws {
            let key = try client.ask(OperatorCalls.rotateSigningKey)
            client.report("access tokens are signed by \(key.id) from now on")
        }
    }
}
