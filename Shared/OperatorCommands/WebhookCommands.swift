import ArgumentParser
import BaliseAPI
import Foundation
import OperatorAPI

struct Webhooks: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "webhook", abstract: "The webhook that gets the events of a key's publisher.",
        subcommands: [Set.self, Show.self, Retry.self, Remove.self])

    struct Set: OperatorCommand {
        static let configuration = CommandConfiguration(
            abstract: "Set the webhook, and print the secret that signs its events.")

        @Argument(help: "The id of the key.")
        var id: String
        @Option(help: "An https address, or an http address on this machine.")
        var url: String
        @Option(
            help: ArgumentHelp(
                "The file of a secret that you already have, whsec_…. By default, a new one is made.", valueName: "file"
            ))
        var secretFile: String?
        @Option(help: .hidden)
        var secret: String?
        @OptionGroup var output: OutputOptions

        func validate() throws {
            guard secret == nil else {
                throw ValidationError(
                    "Every user of this machine could read a secret on the command line; give --secret-file.")
            }
        }

        func carryOut(_ client: OperatorClient) throws {
            let secret = try secretFile.map(readSecret)
            let set = try client.ask(
                OperatorCalls.setWebhook, id,
                sending: SetWebhookRequest(url: url, secret: secret.map { SecretText($0) }))
            client.show([("url", set.url), ("secret", set.secret.value)])
            client.report("\nThe secret is not shown again. Each event is signed with it (standardwebhooks.com).")
        }

        private func readSecret(_ file: String) throws(NotDone) -> String {
            guard let text = try? String(contentsOfFile: file, encoding: .utf8) else {
                throw NotDone(description: "the file \(file) cannot be read")
            }
            return text.trimmingCharacters(in: .whitespacesAndNewlines)
        }
    }

    struct Show: OperatorCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show the webhook, with waiting events and events that were given up.")

        @Argument(help: "The id of the key.")
        var id: String
        @OptionGroup var output: OutputOptions

        func carryOut(_ client: OperatorClient) throws {
            let webhook = try client.ask(OperatorCalls.getWebhook, id)
            client.show([
                ("url", webhook.url), ("since", text(of: webhook.createdAt)),
                ("last taken", webhook.deliveredAt.map(text) ?? "never"), ("waiting", String(webhook.waiting)),
                ("problem", webhook.problem), ("tried last", webhook.problemAt.map(text)),
                ("tries", webhook.attempts.map { String($0) }), ("tried next", webhook.nextAt.map(text)),
            ])
            for failure in webhook.failures {
                client.report("")
                client.show([
                    ("given up", failure.id), ("type", failure.type), ("from", text(of: failure.createdAt)),
                    ("tries", String(failure.attempts)), ("reason", failure.reason), ("at", text(of: failure.at)),
                ])
            }
        }
    }

    struct Retry: OperatorCommand {
        static let configuration = CommandConfiguration(
            abstract: "Send the events that were given up again, and waiting events at once.")

        @Argument(help: "The id of the key.")
        var id: String
        @Option(help: "The id of one event that was given up. By default, all of them and those that wait.")
        var event: String?
        @OptionGroup var output: OutputOptions

        func carryOut(_ client: OperatorClient) throws {
            let retried = try client.ask(OperatorCalls.retryWebhook, id, sending: RetryWebhookRequest(event: event))
            client.show([("posted again", String(retried.count))])
        }
    }

    struct Remove: OperatorCommand {
        static let configuration = CommandConfiguration(abstract: "Remove the webhook and its waiting events.")

        @Argument(help: "The id of the key.")
        var id: String
        @OptionGroup var output: OutputOptions

        func carryOut(_ client: OperatorClient) throws {
            try client.ask(OperatorCalls.removeWebhook, id)
            client.report("this key's publisher no longer has a webhook")
        }
    }
}
