import ArgumentParser
import Balise

struct Inbox: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show your inbox, and mark entries as read.", subcommands: [List.self, Read.self],
        defaultSubcommand: List.self)

    struct List: ClientCommand {
        static let configuration = CommandConfiguration(abstract: "List your inbox, the latest first.")
        @OptionGroup var common: CommonOptions
        @Option(help: "The maximum number of entries.")
        var limit: Int = 20
        @Flag(help: "Only unread entries.")
        var unread = false

        func run(_ context: CommandContext) async throws {
            var entries: [BaliseInboxEntry] = []
            guard limit > 0 else { throw BaliseError.invalid("--limit has to be more than 0") }
            let pageSize = min(limit, InboxAPI.largestPage)
            for try await entry in context.client.inbox.entries(unreadOnly: unread, pageSize: pageSize) {
                entries.append(entry)
                if entries.count == limit { break }
            }
            context.show(entries) { entries in
                TextTable(
                    ["", "ID", "WHEN", "ABOUT", "TITLE", "TEXT"],
                    entries.map {
                        [
                            $0.isRead ? "" : "*", $0.id, elapsed(since: $0.createdAt, at: context.time.now),
                            "\($0.type) \($0.entityId)", $0.title, $0.content,
                        ]
                    }, empty: unread ? "Everything is read." : "Nothing yet.")
            }
        }
    }

    struct Read: ClientCommand {
        static let configuration = CommandConfiguration(abstract: "Mark entries as read.")
        @OptionGroup var common: CommonOptions
        @Argument(help: "The entries' ids.")
        var ids: [String] = []
        @Flag(help: "All of them.")
        var all = false

        func check() throws {
            guard all != !ids.isEmpty else { throw ValidationError("Give either entry ids or --all.") }
        }

        func run(_ context: CommandContext) async throws {
            var unread = 0
            if all { unread = try await context.client.inbox.markAllRead() }
            for id in ids { unread = try await context.client.inbox.markRead(id) }
            context.show(UnreadCountResponse(count: unread)) { "\(unread) unread." }
        }
    }
}
