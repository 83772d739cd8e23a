// `api-keys webhook`: where the events of a publisher are posted.

import ArgumentParser
import BaliseAPI
import Foundation
import OperatorAPI

struct Webhooks: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "webhook", abstract: "Where the events of the publisher of a key are posted.",
        subcommands: [Set.self, Show.self, Retry.self, Remove.self])

    struct Set: OperatorCommand {
        static let configuration = CommandConfiguration(
            commandName: "set", abstract: "Post the events there, and print the secret that signs them.")

        @Argument(help: "The id of the key.")
        var id: String
        @Option(help: "An https address, or an http address on this machine.")
        var url: String
        @Option(
            help: ArgumentHelp(
                "The file of a secret that you have already, whsec_…; without it one is made.", valueName: "file"))
        var secretFile: String?
        @Option(help: .hidden)
        var secret: String?
        @OptionGroup var output: OutputOptions

        func validate() throws {
            guard secret == nil else {
                throw ValidationError(
                    "A secret has no place where every user of this machine can read it; give --secret-file.")
            }
        }

        func carryOut(_ client: OperatorClient) throws {
            let secret = try secretFile.map(readSecret)
            let set = try client.ask(
                OperatorCalls.setWebhook, id,
                sending: SetWebhookRequest(url: url, secret: secret.map { SecretString($0) }))
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
            commandName: "show", abstract: "Show where they are posted, what waits and what was given up.")

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
            commandName: "retry", abstract: "Post the events again that were given up, and at once those that wait.")

        @Argument(help: "The id of the key.")
        var id: String
        @Option(help: "One that was given up, by its id; without it all, and those that wait.")
        var event: String?
        @OptionGroup var output: OutputOptions

        func carryOut(_ client: OperatorClient) throws {
            let retried = try client.ask(OperatorCalls.retryWebhook, id, sending: RetryWebhookRequest(event: event))
            client.show([("posted again", String(retried.count))])
        }
    }

    struct Remove: OperatorCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Post them no more, and forget what waits.")

        @Argument(help: "The id of the key.")
        var id: String
        @OptionGroup var output: OutputOptions

        func carryOut(_ client: OperatorClient) throws {
            try client.ask(OperatorCalls.removeWebhook, id)
            client.report("the events of this key's publisher are posted no more")
        }
    }
}
