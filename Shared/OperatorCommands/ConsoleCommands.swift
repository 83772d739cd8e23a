import ArgumentParser
import BaliseAPI
import OperatorAPI

struct Console: ParsableCommand {
    static let configuration = CommandConfiguration(
        subcommands: [Open.self, List.self, End.self, Passkeys.self], defaultSubcommand: Open.self)

    struct Open: OperatorCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print a link into the console for a browser, which works once.")

        @OptionGroup var output: OutputOptions

        func carryOut(_ client: OperatorClient) throws {
            let link = try client.ask(OperatorCalls.createConsoleLink)
            client.report(
                "Open this in a browser before \(text(of: link.expiresAt)); it works once, as \(link.role.rawValue):\n\n"
                    + "  \(link.url.value)")
        }
    }

    struct List: OperatorCommand {
        static let configuration = CommandConfiguration(abstract: "List the sessions of the console.")

        @OptionGroup var output: OutputOptions

        func carryOut(_ client: OperatorClient) throws {
            let sessions = try client.ask(OperatorCalls.listConsoleSessions).sessions
            client.showRows(
                sessions, under: ["id", "role", "since", "until", "credential"], none: "the console has no sessions"
            ) { session in
                [
                    (session.id, 24), (session.role.rawValue, 8), (text(of: session.createdAt), 20),
                    (text(of: session.expiresAt), 20),
                    (words([session.credential, session.apiKey, session.apiKeyName]) ?? "", 0),
                ]
            }
        }
    }

    struct End: OperatorCommand {
        static let configuration = CommandConfiguration(abstract: "End a session of the console.")

        @Argument(help: "The id of the session, from `console list`.")
        var id: String
        @OptionGroup var output: OutputOptions

        func carryOut(_ client: OperatorClient) throws {
            try client.ask(OperatorCalls.endConsoleSession, id)
            client.report("the session has ended")
        }
    }

    struct Passkeys: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "The passkeys with which operators sign in to the console.",
            subcommands: [List.self, Remove.self])

        struct List: OperatorCommand {
            static let configuration = CommandConfiguration(abstract: "List the passkeys of all API keys.")

            @OptionGroup var output: OutputOptions

            func carryOut(_ client: OperatorClient) throws {
                let passkeys = try client.ask(OperatorCalls.listConsolePasskeys).passkeys
                client.showRows(
                    passkeys, under: ["id", "name", "since", "last used", "api key"], none: "no API key has a passkey"
                ) { passkey in
                    [
                        (passkey.id, 24), (passkey.name, 24), (text(of: passkey.createdAt), 20),
                        (passkey.lastUsedAt.map(text) ?? "never", 20),
                        ("\(passkey.apiKey) \(passkey.apiKeyName)", 0),
                    ]
                }
            }
        }

        struct Remove: OperatorCommand {
            static let configuration = CommandConfiguration(abstract: "Remove a passkey. It no longer signs in.")

            @Argument(help: "The id of the passkey, from `console passkeys list`.")
            var id: String
            @OptionGroup var output: OutputOptions

            func carryOut(_ client: OperatorClient) throws {
                try client.ask(OperatorCalls.removeConsolePasskey, id)
                client.report("the passkey was removed; `console list` shows the remaining sessions")
            }
        }
    }
}
