import ArgumentParser
import Balise
import BaliseJSON
import Foundation

struct Announce: ClientCommand {
    static let configuration = CommandConfiguration(
        abstract: "Announce an offer, an event or a professional, and watch the delivery.",
        discussion: """
            The publisher's key is read from BALISE_API_KEY. If the answer is lost, call again with the printed \
            --idempotency-key. Then no user is notified twice.
            """)

    @OptionGroup var common: CommonOptions
    @Argument(help: "The type: offer, event or professional.")
    var kind: KindArgument
    @Argument(help: "Your id of it, a number or a text.")
    var id: SubjectArgument
    @Option(
        parsing: .unconditional, help: ArgumentHelp("Where it is.", valueName: "latitude,longitude"),
        transform: Coordinate.read)
    var at: Coordinate
    @Option(help: "The category. Optional for events.")
    var category: String?
    @Option(help: "The title. By default, the server's text.")
    var title: String?
    @Option(help: "The text. By default, the server's text.")
    var body: String?
    @Option(help: ArgumentHelp("The time from which pushes are sent.", valueName: "2026-01-31T12:00:00Z"))
    var from: MomentArgument?
    @Option(help: ArgumentHelp("The time until which pushes are sent.", valueName: "2026-01-31T12:00:00Z"))
    var until: MomentArgument?
    @Option(help: ArgumentHelp("The key that identifies a repeated call. By default, a random one.", valueName: "key"))
    var idempotencyKey: String?
    @Flag(help: "Only count the recipients.")
    var dryRun = false
    @Flag(inversion: .prefixedNo, help: "Watch the delivery to its end.")
    var wait = true

    func run(_ context: CommandContext) async throws {
        let announcements = try context.publisher
        let announcement = AnnounceRequest(
            type: kind.kind, id: id.subject, title: title, body: body, category: category, latitude: at.latitude,
            longitude: at.longitude, startsAt: from?.date, expiresAt: until?.date)
        if dryRun {
            let count = try await announcements.count(announcement)
            context.show(count) {
                guard let people = count.recipients else {
                    return "Fewer than \(count.fewerThan ?? SmallCounts.dryRun) people would be notified."
                }
                guard let deliveries = count.deliveries else {
                    return "About \(ProgressBar.people(people)) would be notified."
                }
                let pushDevices = deliveries == 1 ? "1 device" : "\(deliveries) devices"
                return "\(ProgressBar.people(people)) would be notified, on \(pushDevices)."
            }
            return
        }
        let key = idempotencyKey ?? UUID().uuidString
        let record: PublishedAnnouncement
        do throws(BaliseError) {
            record = try await announcements.announce(announcement, idempotencyKey: key)
        } catch {
            if error.mayPass { context.terminal.writeError("balise-cli: to try again, add --idempotency-key \(key)\n") }
            throw error
        }
        if wait {
            try await context.watch(record.id)
        } else {
            context.show(record) { "\(record.id)  \(ProgressBar.line(record))" }
        }
    }
}

struct Announcement: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show, explain and take back announcements.",
        discussion: "The publisher's key is read from BALISE_API_KEY.",
        subcommands: [List.self, Watch.self, Explain.self, Cancel.self], defaultSubcommand: List.self)

    struct List: ClientCommand {
        static let configuration = CommandConfiguration(abstract: "List announcements, the latest first.")
        @OptionGroup var common: CommonOptions
        @Option(help: "The maximum number of entries, 1 to 100.")
        var limit: Int = 20

        func run(_ context: CommandContext) async throws {
            let page = try await context.publisher.page(limit: limit)
            context.show(page.announcements) { announcements in
                TextTable(
                    ["ID", "ABOUT", "STATE", "PEOPLE", "SENT", "WHEN"],
                    announcements.map {
                        [
                            $0.id, "\($0.type) \($0.subject)", "\($0.state)",
                            $0.recipients.map(String.init)
                                ?? ($0.counts == nil ? "< \($0.fewerThan ?? SmallCounts.announcement)" : "-"),
                            $0.counts.map { String($0.sent) } ?? "-",
                            elapsed(since: $0.createdAt, at: context.time.now),
                        ]
                    }, empty: "No announcements yet.")
            }
        }
    }

    struct Watch: ClientCommand {
        static let configuration = CommandConfiguration(abstract: "Watch the delivery to its end.")
        @OptionGroup var common: CommonOptions
        @Argument(help: "The announcement's id.")
        var id: String

        func run(_ context: CommandContext) async throws { try await context.watch(id) }
    }

    struct Explain: ClientCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show why a user was or was not notified.",
            discussion: "The key needs the scope support. The user sees that you asked.")
        @OptionGroup var common: CommonOptions
        @Argument(help: "The announcement's id.")
        var id: String
        @Argument(help: "The account's id.")
        var account: String

        func run(_ context: CommandContext) async throws {
            let reason = try await context.publisher.explain(id, to: account)
            context.show(reason) { "\(reason.reason): \(reason.text)".printable }
        }
    }

    struct Cancel: ClientCommand {
        static let configuration = CommandConfiguration(
            abstract: "Take an announcement back. Pushes that were not sent yet are not sent.")
        @OptionGroup var common: CommonOptions
        @Argument(help: "The announcement's id.")
        var id: String

        func run(_ context: CommandContext) async throws {
            let record = try await context.publisher.cancel(id)
            context.show(record) { ProgressBar.line(record) }
        }
    }
}

extension CommandContext {
    /// The calls of a publisher. Throws if no API key is set.
    fileprivate var publisher: AnnouncementsAPI {
        get throws(BaliseError) {
            guard client.configuration.apiKey != nil else {
                throw .invalid("a publisher's key is needed: put it into the environment as BALISE_API_KEY")
            }
            return client.announcements
        }
    }

    /// Shows the progress of an announcement: on a terminal in one changing line, otherwise in a line for each change.
    fileprivate func watch(_ id: String) async throws {
        let overwrites = terminal.isWatched && !json
        for try await record in try publisher.updates(of: id) {
            if overwrites {
                // These codes move to the start of the line and erase it (ECMA-48, sections 8.3.15 and 8.3.41). The
                // line is cut to the terminal's width, because a wrapped line could not be overwritten.
                let line = ProgressBar.line(record).prefix(max(1, (terminal.columns ?? .max) - 1))
                terminal.write("\r\u{1B}[2K" + line)
            } else {
                show(record) { ProgressBar.line(record) }
            }
        }
        if overwrites { terminal.write("\n") }
    }
}

/// A date and time as an argument.
struct MomentArgument: ExpressibleByArgument, Hashable {
    let date: Date

    init?(argument: String) {
        guard let milliseconds = RFC3339.milliseconds(of: argument) else { return nil }
        date = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
    }
}
