import ArgumentParser
import BaliseAPI
import OperatorAPI

struct Console: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "console", subcommands: [Open.self, List.self, End.self, Passkeys.self],
        defaultSubcommand: Open.self)

    struct Open: OperatorCommand {
        static let configuration = CommandConfiguration(
            commandName: "open", abstract: "Print a link into the console for a browser, which works once.")

        @OptionGroup var output: OutputOptions

        func carryOut(_ client: OperatorClient) throws {
            let link = try client.ask(OperatorCalls.createConsoleLink)
            client.report(
                "Open this in a browser before \(text(of: link.expiresAt)); it works once, as \(link.role.rawValue):\n\n"
                    + "  \(link.url.value)")
        }
    }

    struct List: OperatorCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the sessions of the console.")

        @OptionGroup var output: OutputOptions

        func carryOut(_ client: OperatorClient) throws {
            let list = try client.ask(OperatorCalls.listConsoleSessions)
            if list.sessions.isEmpty { client.report("the console has no sessions") }
            for session in list.sessions { client.show(session) }
        }
    }

    struct End: OperatorCommand {
        static let configuration = CommandConfiguration(
            commandName: "end", abstract: "End a session of the console.")

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
            commandName: "passkeys", abstract: "The passkeys with which operators sign in to the console.",
            subcommands: [ListPasskeys.self, RemovePasskey.self])
    }

    struct ListPasskeys: OperatorCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the passkeys of all API keys.")

        @OptionGroup var output: OutputOptions

        func carryOut(_ client: OperatorClient) throws {
            let list = try client.ask(OperatorCalls.listConsolePasskeys)
            if list.passkeys.isEmpty { client.report("no API key has a passkey") }
            for passkey in list.passkeys { client.show(passkey) }
        }
    }

    struct RemovePasskey: OperatorCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Remove a passkey. It no longer signs in.")

        @Argument(help: "The id of the passkey, from `console passkeys list`.")
        var id: String
        @OptionGroup var output: OutputOptions

        func carryOut(_ client: OperatorClient) throws {
            try client.ask(OperatorCalls.removeConsolePasskey, id)
            client.report("the passkey was removed; `console list` shows the remaining sessions")
        }
    }
}

extension OperatorClient {
    fileprivate func show(_ passkey: ConsolePasskey) {
        showRow([
            (passkey.id, 24), (passkey.name, 24), ("since \(text(of: passkey.createdAt))", 26),
            ("used \(passkey.lastUsedAt.map(text) ?? "never")", 26), ("\(passkey.apiKey) \(passkey.apiKeyName)", 0),
        ])
    }

    fileprivate func show(_ session: ConsoleSessionDescription) {
        let credential = [session.credential, session.apiKey, session.apiKeyName].compactMap { $0 }
        showRow([
            (session.id, 24), (session.role.rawValue, 8), ("since \(text(of: session.createdAt))", 26),
            ("until \(text(of: session.expiresAt))", 26), (credential.joined(separator: " "), 0),
        ])
    }
}
