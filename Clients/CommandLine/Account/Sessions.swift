import ArgumentParser
import Balise

struct Sessions: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show and end your sessions on all devices.", subcommands: [List.self, End.self],
        defaultSubcommand: List.self)

    struct List: ClientCommand {
        static let configuration = CommandConfiguration(abstract: "Show where you are signed in.")
        @OptionGroup var common: CommonOptions

        func run(_ context: CommandContext) async throws {
            context.show(try await context.client.sessions.list()) { sessions in
                TextTable(
                    ["", "ID", "DEVICE", "SYSTEM", "PLACE", "ACTIVE"],
                    sessions.map { session in
                        [
                            session.isCurrentSession ? "*" : "", session.id,
                            session.deviceName ?? session.deviceModel ?? "",
                            [session.osName, session.osVersion].compactMap { $0 }.joined(separator: " "),
                            session.location ?? "", elapsed(since: session.lastActivityAt, at: context.time.now),
                        ]
                    }, empty: "You have no sessions.")
            }
        }
    }

    struct End: ClientCommand {
        static let configuration = CommandConfiguration(abstract: "Sign out on other devices.")
        @OptionGroup var common: CommonOptions
        @Argument(help: "The sessions' ids.")
        var ids: [String] = []
        @Flag(help: "All sessions except the one on this computer.")
        var others = false

        func check() throws {
            guard others != !ids.isEmpty else { throw ValidationError("Give either session ids or --others.") }
        }

        func run(_ context: CommandContext) async throws {
            if others {
                let count = try await context.client.sessions.endOthers()
                context.say(count == 1 ? "1 session has ended." : "\(count) sessions have ended.")
            }
            for id in ids {
                try await context.client.sessions.end(id)
                context.say("Session \(id.printable) has ended.")
            }
        }
    }
}
