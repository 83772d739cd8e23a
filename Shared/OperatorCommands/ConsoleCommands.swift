// `console`: a link into the console, and who is signed in there.

import ArgumentParser
import BaliseAPI
import OperatorAPI

struct Console: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "console", subcommands: [Open.self, List.self, End.self], defaultSubcommand: Open.self)

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
            commandName: "list", abstract: "List who is signed in to the console.")

        @OptionGroup var output: OutputOptions

        func carryOut(_ client: OperatorClient) throws {
            let list = try client.ask(OperatorCalls.listConsoleSessions)
            if list.sessions.isEmpty { client.report("nobody is signed in to the console") }
            for session in list.sessions { client.show(session) }
        }
    }

    struct End: OperatorCommand {
        static let configuration = CommandConfiguration(
            commandName: "end", abstract: "Sign somebody out of the console.")

        @Argument(help: "The id of the session, as `console list` says it.")
        var id: String
        @OptionGroup var output: OutputOptions

        func carryOut(_ client: OperatorClient) throws {
            try client.ask(OperatorCalls.endConsoleSession, id)
            client.report("the session has ended")
        }
    }
}

extension OperatorClient {
    fileprivate func show(_ session: ConsoleSessionDescription) {
        let credential = [session.credential, session.apiKey, session.apiKeyName].compactMap { $0 }
        showRow([
            (session.id, 24), (session.role.rawValue, 8), ("since \(text(of: session.createdAt))", 26),
            ("until \(text(of: session.expiresAt))", 26), (credential.joined(separator: " "), 0),
        ])
    }
}
