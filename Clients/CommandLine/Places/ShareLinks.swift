import ArgumentParser
import Balise
import BaliseJSON
import Foundation

struct ShareLinks: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "share-link",
        abstract: "Show people without an account where a device is, by a link that ends.",
        discussion: """
            The commands use the device's key if it is on this computer. Otherwise they use your account, which must have \
            claimed the device (balise-cli key claim).

            Example: balise-cli share-link add --name "Ride home" --minutes 90
            """,
        subcommands: [Add.self, List.self, Change.self, End.self])

    struct Add: DeviceCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make a link, and show its address as a text and a QR code. They are shown only once.")
        @OptionGroup var own: OwnDevice
        @Option(help: "The name of the link, for you and the viewers.")
        var name: String?
        @Option(help: ArgumentHelp("How long the link is valid. By default, 60.", valueName: "minutes"))
        var minutes: Int?
        @Option(help: ArgumentHelp("The time until which the link is valid.", valueName: "2026-01-31T12:00:00Z"))
        var until: MomentArgument?
        @Option(
            parsing: .unconditional,
            help: ArgumentHelp("The place whose arrival ends the link earlier.", valueName: "latitude,longitude"),
            transform: Coordinate.read)
        var arrival: Coordinate?
        @Option(help: ArgumentHelp("The radius of that place.", valueName: "metres"))
        var radius: Int = 150
        @Option(help: "How exactly the link shows the place: exact, neighbourhood (about 500 m) or town (about 10 km).")
        var precision: String?
        @Option(help: ArgumentHelp("The most browsers that may open the link.", valueName: "number"))
        var viewers: Int?
        @Flag(help: "Ask viewers for a password. Type it (it is not shown), or pipe it in.")
        var password = false

        func check() throws {
            guard minutes == nil || until == nil else { throw ValidationError("Give either --minutes or --until.") }
            guard minutes ?? 1 > 0 else { throw ValidationError("--minutes has to be more than 0.") }
        }

        func run(_ context: CommandContext, _ device: LocationDeviceID) async throws {
            let end = until?.date ?? context.time.now.addingTimeInterval(Double(minutes ?? 60) * 60)
            var options = ShareLinkOptions(
                name: name, endsAt: end, precision: precision.map { PlacePrecision(rawValue: $0) },
                maximumViewers: viewers)
            if let arrival {
                options.arrival = BaliseArrival(
                    latitude: arrival.latitude, longitude: arrival.longitude, radius: radius)
            }
            if password { options.password = try context.terminal.readSecret("Password for viewers") }
            let made: CreatedShareLink
            if try await context.hasKey(of: device) {
                made = try await context.client.locations.createShareLink(options, for: device)
            } else {
                made = try await context.client.locations.shareLinks.create(options, for: device)
            }
            context.show(made) {
                """
                Until \(RFC3339.text(of: made.link.endsAt)), people with this address see where \(device.text.printable) is:

                \(context.qrCode(of: made.url))\(made.url.value.printable)
                """
            }
        }
    }

    struct List: DeviceCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show the links of a device, or without its key those of all devices that you have claimed.")
        @OptionGroup var own: OwnDevice

        func run(_ context: CommandContext, _ device: LocationDeviceID) async throws {
            let links: [BaliseShareLink]
            if try await context.hasKey(of: device) {
                links = try await context.client.locations.shareLinks(of: device)
            } else {
                links = try await context.client.locations.shareLinks.list()
            }
            context.show(links) { links in
                TextTable(
                    ["ID", "DEVICE", "NAME", "STATE", "END", "PRECISION", "VIEWERS"],
                    links.map {
                        [
                            $0.id, $0.device, $0.name, $0.state.word, RFC3339.text(of: $0.endsAt), $0.precision.word,
                            String($0.viewers.count),
                        ]
                    }, empty: "No link is open, and none has ended in the last 30 days: balise-cli share-link add.")
            }
        }
    }

    struct Change: DeviceCommand {
        static let configuration = CommandConfiguration(
            abstract: "Rename a link, let it end earlier, or make it coarser.")
        @OptionGroup var own: OwnDevice
        @Argument(help: "The id in balise-cli share-link list.")
        var id: String
        @Option(help: "A new name.")
        var name: String?
        @Option(help: ArgumentHelp("An earlier end.", valueName: "2026-01-31T12:00:00Z"))
        var until: MomentArgument?
        @Option(help: "A coarser precision: neighbourhood or town.")
        var precision: String?

        func check() throws {
            guard name != nil || until != nil || precision != nil else {
                throw ValidationError("Give --name, --until or --precision.")
            }
        }

        func run(_ context: CommandContext, _ device: LocationDeviceID) async throws {
            let changes = ChangeShareLinkRequest(
                name: name, endsAt: until?.date, precision: precision.map { PlacePrecision(rawValue: $0) })
            let link: BaliseShareLink
            if try await context.hasKey(of: device) {
                link = try await context.client.locations.changeShareLink(id, of: device, changes)
            } else {
                link = try await context.client.locations.shareLinks.change(id, changes)
            }
            context.show(link) {
                "\(link.name.printable) is valid until \(RFC3339.text(of: link.endsAt)). Precision: \(link.precision.word)."
            }
        }
    }

    struct End: DeviceCommand {
        static let configuration = CommandConfiguration(
            abstract: "End a link: open pages stop showing the place at once.")
        @OptionGroup var own: OwnDevice
        @Argument(help: "The id in balise-cli share-link list.")
        var id: String

        func run(_ context: CommandContext, _ device: LocationDeviceID) async throws {
            if try await context.hasKey(of: device) {
                try await context.client.locations.endShareLink(id, of: device)
            } else {
                try await context.client.locations.shareLinks.end(id)
            }
            context.say("The link has ended.")
        }
    }
}

extension CommandContext {
    fileprivate func hasKey(of device: LocationDeviceID) async throws(BaliseError) -> Bool {
        try await client.locations.keys.key(for: device) != nil
    }
}
