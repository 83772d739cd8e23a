import ArgumentParser
import Balise

struct Push: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show your devices, and send them a test.",
        subcommands: [Devices.self, Test.self, Mute.self, Remove.self], defaultSubcommand: Devices.self)

    struct Devices: ClientCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "List your push devices.")
        @OptionGroup var common: CommonOptions

        func run(_ context: CommandContext) async throws {
            context.show(try await context.client.push.tokens()) { tokens in
                TextTable(
                    ["ID", "DEVICE", "BY", "ENVIRONMENT", "MUTED", "REGISTERED"],
                    tokens.map {
                        [
                            $0.id, $0.deviceName ?? $0.deviceId ?? $0.platform, "\($0.type)", "\($0.environment)",
                            $0.muted ? "yes" : "no", elapsed(since: $0.updatedAt, at: context.time.now),
                        ]
                    }, empty: "You have no push devices.")
            }
        }
    }

    struct Test: ClientCommand {
        static let configuration = CommandConfiguration(abstract: "Send a test announcement to your own push devices.")
        @OptionGroup var common: CommonOptions
        @Argument(help: "The type that it opens: offer, event or professional.")
        var kind: KindArgument = .offer
        @Argument(help: "The id that it opens. It need not exist.")
        var id: SubjectArgument = SubjectArgument(subject: 1)
        @Option(help: "The title. By default, the server's text.")
        var title: String?
        @Option(help: "The text. By default, the server's text.")
        var body: String?

        func run(_ context: CommandContext) async throws {
            let deliveries = try await context.client.push.sendTest(
                SendTestPushRequest(kind: kind.kind, subject: id.subject, title: title, body: body))
            context.show(deliveries) { deliveries in
                TextTable(
                    ["DEVICE", "BY", "STATE", "REASON"],
                    deliveries.map { [$0.token, "\($0.type)", "\($0.state)", $0.reason ?? ""] },
                    empty: "Nothing was sent.")
            }
        }
    }

    struct Mute: ClientCommand {
        static let configuration = CommandConfiguration(abstract: "Mute or unmute a push device.")
        @OptionGroup var common: CommonOptions
        @Argument(help: "The device's id.")
        var id: String
        @Flag(help: "Unmute it.")
        var off = false

        func run(_ context: CommandContext) async throws {
            let token = try await context.client.push.setMuted(!off, token: id)
            context.show(token) { token.muted ? "The push device is muted." : "The push device is no longer muted." }
        }
    }

    struct Remove: ClientCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove a push device. Its app can register it again.")
        @OptionGroup var common: CommonOptions
        @Argument(help: "The device's id.")
        var id: String

        func run(_ context: CommandContext) async throws {
            try await context.client.push.remove(token: id)
            context.say("The push device is removed.")
        }
    }
}

enum KindArgument: String, ExpressibleByArgument, CaseIterable {
    case offer, event, professional

    var kind: AnnouncementType {
        switch self {
        case .offer: .offer
        case .event: .event
        case .professional: .professional
        }
    }
}

/// A publisher's own id of a subject. A text of digits is a number.
struct SubjectArgument: ExpressibleByArgument, Hashable, CustomStringConvertible {
    let subject: AnnouncementSubject

    init(subject: AnnouncementSubject) { self.subject = subject }

    init?(argument: String) {
        guard !argument.isEmpty else { return nil }
        // 007 stays a text, because as a number it would lose its zeros.
        if let number = Int64(argument), String(number) == argument {
            subject = .number(number)
        } else {
            subject = .text(argument)
        }
    }

    var description: String { subject.description }
}
