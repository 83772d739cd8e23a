import ArgumentParser
import Balise
import BaliseJSON
import Foundation

struct CircleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "circle",
        abstract: "Share the places of your claimed devices with people in a circle.",
        discussion: """
            The other members see nothing until you share something (balise-cli circle share).

            Example: balise-cli circle create "Our family" --as Ada
            """,
        subcommands: [Create.self, List.self, Invite.self, Join.self, Share.self, Leave.self])

    struct Create: ClientCommand {
        static let configuration = CommandConfiguration(abstract: "Create a circle.")
        @OptionGroup var common: CommonOptions
        @Argument(help: "The name of the circle.")
        var name: String
        @Option(name: .customLong("as"), help: "Your name in the circle. By default, that of your profile.")
        var memberName: String?

        func run(_ context: CommandContext) async throws {
            let made = try await context.client.locations.circles.create(name, as: memberName)
            context.show(made) {
                """
                The circle \(made.name.printable) is \(made.id.printable). Invite somebody: \
                balise-cli circle invite \(made.id.printable)
                """
            }
        }
    }

    struct List: ClientCommand {
        static let configuration = CommandConfiguration(abstract: "Show your circles, and what you share there.")
        @OptionGroup var common: CommonOptions

        func run(_ context: CommandContext) async throws {
            context.show(try await context.client.locations.circles.list()) { circles in
                TextTable(
                    ["ID", "NAME", "MEMBERS", "YOU SHARE", "PAUSED UNTIL"],
                    circles.map {
                        [
                            $0.id, $0.name, $0.members.map(\.name).joined(separator: ", "), $0.consent.words,
                            $0.consent.pausedUntil.map { RFC3339.text(of: $0) } ?? "",
                        ]
                    }, empty: "You are in no circle: balise-cli circle create, or circle join.")
            }
        }
    }

    struct Invite: ClientCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make an invitation, and show its code, its address and a QR code. They are shown only once.")
        @OptionGroup var common: CommonOptions
        @Argument(help: "The id in balise-cli circle list.")
        var id: String
        @Option(help: ArgumentHelp("How many people may join with it.", valueName: "number"))
        var uses: Int = 1
        @Option(help: ArgumentHelp("Its end. By default, in a day.", valueName: "2026-01-31T12:00:00Z"))
        var until: MomentArgument?

        func run(_ context: CommandContext) async throws {
            let made = try await context.client.locations.circles.invite(to: id, until: until?.date, uses: uses)
            context.show(made) {
                """
                Until \(RFC3339.text(of: made.invitation.endsAt)), people join with the code \(made.code.value.printable):

                \(context.qrCode(of: made.url))\(made.url.value.printable)
                """
            }
        }
    }

    struct Join: ClientCommand {
        static let configuration = CommandConfiguration(
            abstract: "Join a circle. Type the code of the invitation (it is not shown), or pipe it in.")
        @OptionGroup var common: CommonOptions
        @Option(name: .customLong("as"), help: "Your name in the circle. By default, that of your profile.")
        var memberName: String?

        func run(_ context: CommandContext) async throws {
            let code = try context.terminal.readSecret("Code")
            let circle = try await context.client.locations.circles.join(code, as: memberName)
            context.show(circle) {
                """
                You are in the circle \(circle.name.printable), \(circle.id.printable). To share your place there: \
                balise-cli circle share \(circle.id.printable) --place exact
                """
            }
        }
    }

    struct Share: ClientCommand {
        static let configuration = CommandConfiguration(
            abstract: "Set what the other members see of your devices.",
            discussion: "This replaces all that you shared there before, and ends a pause.")
        @OptionGroup var common: CommonOptions
        @Argument(help: "The id in balise-cli circle list.")
        var id: String
        @Option(help: "How exactly they see the place: exact, neighbourhood (about 500 m) or town (about 10 km).")
        var place: String?
        @Option(help: "How exactly they see where the devices were, from now on: exact, neighbourhood or town.")
        var history: String?
        @Flag(help: "Let them see the battery level.")
        var battery = false
        @Flag(help: "Let them ask for a fresh place.")
        var questions = false
        @Flag(help: "Share nothing any more.")
        var nothing = false

        func check() throws {
            let isSomething = place != nil || history != nil || battery || questions
            guard nothing != isSomething else { throw ValidationError("Give either --nothing, or what to share.") }
        }

        func run(_ context: CommandContext) async throws {
            let consent = SetCircleConsentRequest(
                place: place.map { PlacePrecision(rawValue: $0) },
                history: history.map { PlacePrecision(rawValue: $0) }, battery: battery, questions: questions)
            let circle = try await context.client.locations.circles.setConsent(consent, in: id)
            context.show(circle) { "In \(circle.name.printable), you share: \(circle.consent.words)." }
        }
    }

    struct Leave: ClientCommand {
        static let configuration = CommandConfiguration(
            abstract: "Leave a circle: the others no longer see your devices.")
        @OptionGroup var common: CommonOptions
        @Argument(help: "The id in balise-cli circle list.")
        var id: String

        func run(_ context: CommandContext) async throws {
            try await context.client.locations.circles.leave(id)
            context.say("You have left the circle.")
        }
    }
}

extension BaliseCircleConsent {
    fileprivate var words: String {
        let parts = [
            place.map { "place (\($0.word))" }, history.map { "history (\($0.word))" }, battery ? "battery" : nil,
            questions ? "answers to questions" : nil,
        ].compactMap(\.self)
        return parts.isEmpty ? "nothing" : parts.joined(separator: ", ")
    }
}
