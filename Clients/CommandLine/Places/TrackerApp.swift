import ArgumentParser
import Balise

struct TrackerApp: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tracker",
        abstract: "Let OwnTracks, Overland, Traccar Client, OsmAnd or GPSLogger report the places of a device.",
        discussion: """
            Your account must have claimed the device (balise-cli key claim).

            Example: balise-cli tracker add --device my-phone --app owntracks
            """,
        subcommands: [Add.self, List.self, Revoke.self])

    struct Add: DeviceCommand {
        static let configuration = CommandConfiguration(
            abstract: "Create a tracker, and show the links that set up its app. They are shown only once.")
        @OptionGroup var own: OwnDevice

        @Option(help: "Show only the link of this app, also as a QR code.")
        var app: SupportedApp?

        @Option(help: "Your name for the app.")
        var name: String?

        @Flag(help: "Let OwnTracks show friends: the devices on the device's allowed list that list it too.")
        var friends = false

        @Flag(help: "Let the server keep the places as a history.")
        var history = false

        @Option(help: ArgumentHelp("Without a history: how long the place is stored.", valueName: "minutes"))
        var minutes: Int?

        @Option(help: "The unit of speeds in OsmAnd's form: m/s, km/h or knots. By default, that of --app, or knots.")
        var speedUnit: String?

        func run(_ context: CommandContext, _ device: LocationDeviceID) async throws {
            let unit = speedUnit.map { SpeedUnit(rawValue: $0) } ?? app?.speedUnit
            let request = CreateTrackerRequest(
                device: device.text, name: name ?? app?.title, speedUnit: unit, friends: friends, history: history,
                retentionMinutes: minutes)
            let made = try await context.client.locations.trackers.create(request)
            context.show(made) {
                if let app {
                    let link = app.link(in: made.links)
                    return """
                        Tracker \(made.tracker.id) reports for \(device.text.printable). \(app.instruction)

                        \(context.qrCode(of: link))\(link.value)
                        """
                }
                return """
                    Tracker \(made.tracker.id) reports for \(device.text.printable). These links contain its token:

                    OwnTracks       \(made.links.ownTracks.value)
                    Overland        \(made.links.overland.value)
                    Traccar Client  \(made.links.traccar.value)
                    OsmAnd          \(made.links.osmAnd.value)
                    GPSLogger       \(made.links.gpsLogger.value)
                    """
            }
        }
    }

    struct List: ClientCommand {
        static let configuration = CommandConfiguration(abstract: "Show your trackers.")
        @OptionGroup var common: CommonOptions

        func run(_ context: CommandContext) async throws {
            context.show(try await context.client.locations.trackers.list()) { trackers in
                TextTable(
                    ["ID", "DEVICE", "NAME", "LAST USED"],
                    trackers.map {
                        [
                            $0.id, $0.device, $0.name,
                            $0.lastUsedAt.map { elapsed(since: $0, at: context.time.now) } ?? "never",
                        ]
                    }, empty: "You have no tracker: balise-cli tracker add.")
            }
        }
    }

    struct Revoke: ClientCommand {
        static let configuration = CommandConfiguration(abstract: "End a tracker: its token is not valid any more.")
        @OptionGroup var common: CommonOptions

        @Argument(help: "The id in balise-cli tracker list.")
        var id: String

        func run(_ context: CommandContext) async throws {
            try await context.client.locations.trackers.revoke(id)
            context.say("The tracker can no longer report places.")
        }
    }
}

/// An app with a link of its own. The links contain the token.
enum SupportedApp: String, CaseIterable, ExpressibleByArgument {
    case ownTracks = "owntracks"
    case overland
    case traccar
    case osmAnd = "osmand"
    case gpsLogger = "gpslogger"

    var title: String {
        switch self {
        case .ownTracks: "OwnTracks"
        case .overland: "Overland"
        case .traccar: "Traccar Client"
        case .osmAnd: "OsmAnd"
        case .gpsLogger: "GPSLogger"
        }
    }

    /// The unit that the app sends in OsmAnd's form; nil for the server's default.
    var speedUnit: SpeedUnit? {
        switch self {
        case .osmAnd, .gpsLogger: .metresPerSecond
        default: nil
        }
    }

    var instruction: String {
        switch self {
        case .ownTracks, .overland: "Open this link on the phone. It is shown only once:"
        case .traccar: "Scan this address in the app's settings, or enter it as server address. It is shown only once:"
        case .osmAnd: "Enter this as web address of online tracking. It is shown only once:"
        case .gpsLogger: "Enter this as custom URL. It is shown only once:"
        }
    }

    func link(in links: TrackerLinks) -> SecretText {
        switch self {
        case .ownTracks: links.ownTracks
        case .overland: links.overland
        case .traccar: links.traccar
        case .osmAnd: links.osmAnd
        case .gpsLogger: links.gpsLogger
        }
    }
}
