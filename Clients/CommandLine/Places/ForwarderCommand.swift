import ArgumentParser
import Balise

struct ForwarderCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forward",
        abstract: "Let the server send each new place of a device to Home Assistant, dawarich or a webhook.",
        discussion: "Your account must have claimed the device (balise-cli key claim).",
        subcommands: [Add.self, List.self, Test.self, Remove.self])

    struct Add: DeviceCommand {
        static let configuration = CommandConfiguration(
            abstract: "Create a forwarder. Type the address, or pipe it in: it may contain a key.",
            discussion: "The server does not show the address and the password or secret again.")
        @OptionGroup var own: OwnDevice

        @Argument(help: "Your name for it, which the visitor list shows.")
        var name: String

        @Option(help: "owntracks, or webhook for signed JSON.")
        var form = "owntracks"

        @Option(help: "exact, neighbourhood (about 500 m) or town (about 10 km).")
        var precision = "exact"

        @Option(help: "For owntracks: the user.")
        var user: String?

        @Flag(help: "For owntracks: ask for the password, too.")
        var password = false

        func run(_ context: CommandContext, _ device: LocationDeviceID) async throws {
            var request = CreateForwarderRequest(
                name: name, form: ForwarderForm(rawValue: form), url: try context.terminal.readSecret("Address"),
                precision: PlacePrecision(rawValue: precision), user: user)
            if password { request.password = try context.terminal.readSecret("Password") }
            if request.form == .webhook {
                request.secret = try context.terminal.readSecret("Signing secret (whsec_...)")
            }
            let made = try await context.client.locations.forwarders.create(request, for: device)
            context.show(made) {
                """
                Forwarder \(made.id.printable) sends new places of \(device.text.printable) to \(made.origin.printable).
                Try it: balise-cli forward test \(made.id.printable) --device \(device.text.printable)
                """
            }
        }
    }

    struct List: DeviceCommand {
        static let configuration = CommandConfiguration(abstract: "Show the forwarders of a device.")
        @OptionGroup var own: OwnDevice

        func run(_ context: CommandContext, _ device: LocationDeviceID) async throws {
            context.show(try await context.client.locations.forwarders.list(of: device)) { forwarders in
                TextTable(
                    ["ID", "NAME", "TARGET", "WAITING", "LAST SENT", "PROBLEM"],
                    forwarders.map {
                        [
                            $0.id, $0.name, $0.origin, "\($0.waiting)",
                            $0.sentAt.map { elapsed(since: $0, at: context.time.now) } ?? "never", $0.problem ?? "",
                        ]
                    }, empty: "The device has no forwarder: balise-cli forward add.")
            }
        }
    }

    struct Test: DeviceCommand {
        static let configuration = CommandConfiguration(
            abstract: "Send the present place once, and show what the target answered.")
        @OptionGroup var own: OwnDevice

        @Argument(help: "The id in balise-cli forward list.")
        var id: String

        func run(_ context: CommandContext, _ device: LocationDeviceID) async throws {
            let test = try await context.client.locations.forwarders.test(id, of: device)
            context.show(test) { test.outcome.printable }
        }
    }

    struct Remove: DeviceCommand {
        static let configuration = CommandConfiguration(abstract: "Remove a forwarder with its waiting places.")
        @OptionGroup var own: OwnDevice

        @Argument(help: "The id in balise-cli forward list.")
        var id: String

        func run(_ context: CommandContext, _ device: LocationDeviceID) async throws {
            try await context.client.locations.forwarders.remove(id, of: device)
            context.say("The forwarder is removed. It sends no more places.")
        }
    }
}
