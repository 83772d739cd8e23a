import ArgumentParser
import Balise
import BaliseJSON
import Foundation

struct Locate: ClientCommand {
    static let configuration = CommandConfiguration(abstract: "Show where devices are.")

    @OptionGroup var common: CommonOptions
    @Argument(help: "The devices. By default, this computer.")
    var devices: [LocationDeviceID] = []

    func run(_ context: CommandContext) async throws {
        let reader = try await context.device(nil)
        let asked = devices.isEmpty ? [reader] : devices
        let found = try await context.client.locations.locations(of: asked, as: reader)
        let lines = found.compactMap { $0.map { PlaceLine($0.device, $0.location, slogan: $0.slogan) } }
        context.show(lines) { lines in
            TextTable(
                ["DEVICE", "PLACE", "ACCURACY", "SEEN", "SLOGAN"],
                lines.map {
                    [
                        $0.device.text, $0.location.coordinates, $0.location.accuracyInMetres,
                        elapsed(since: $0.location.recordedAt, at: context.time.now), $0.slogan ?? "",
                    ]
                },
                empty: "No place is visible: none is stored, it has expired, or you are not allowed to see it.")
        }
    }
}

struct History: ClientCommand {
    static let configuration = CommandConfiguration(abstract: "Show where a device has been, the newest place first.")

    @OptionGroup var common: CommonOptions
    @Argument(help: "The device. By default, this computer.")
    var device: LocationDeviceID?
    @Option(help: "The maximum number of places.")
    var limit: Int = 20

    func run(_ context: CommandContext) async throws {
        let reader = try await context.device(nil)
        let device = device ?? reader
        let history = try await context.client.locations.history(of: device, as: reader, atMost: limit)
        context.show(history.locations.map { PlaceLine(device, $0) }) { lines in
            TextTable(
                ["WHEN", "PLACE", "ACCURACY"],
                lines.map {
                    [RFC3339.text(of: $0.location.recordedAt), $0.location.coordinates, $0.location.accuracyInMetres]
                }, empty: "No history is visible: none is stored, or you are not allowed to see it.")
        }
    }
}

struct Visitors: DeviceCommand {
    static let configuration = CommandConfiguration(
        abstract: "List the visitors of a device of yours.",
        discussion: "Visitors state their own names. Only the name of a device with a key is proven.")

    @OptionGroup var own: OwnDevice
    @Option(help: "The maximum number of visits.")
    var limit: Int = 20

    func run(_ context: CommandContext, _ device: LocationDeviceID) async throws {
        let history = try await context.client.locations.visitors(of: device, atMost: limit)
        let lines = history.visits.map { visit in
            JSONLine {
                $0.set("visitor", visit.visitor)
                $0.set("at", visit.at)
            }
        }
        context.show(lines) { _ in
            TextTable(
                ["WHEN", "VISITOR"],
                history.visits.map { [RFC3339.text(of: $0.at), $0.visitor.isEmpty ? "unnamed" : $0.visitor] },
                empty: "No visitors.")
        }
    }
}

struct Delete: DeviceCommand {
    static let configuration = CommandConfiguration(
        abstract: "Erase where a device of yours is and was, and who looked.",
        discussion: "Its key, its allowed list and its slogan stay.")

    @OptionGroup var own: OwnDevice
    @Flag(help: "Do not ask.")
    var yes = false

    func run(_ context: CommandContext, _ device: LocationDeviceID) async throws {
        guard try yes || context.confirms("Erase all places of \(device.text.printable)?") else {
            return context.say("Nothing was erased.")
        }
        try await context.client.locations.deleteLocation(of: device)
        context.say("The places of \(device.text.printable) are erased.")
    }
}

struct Allow: DeviceCommand {
    static let configuration = CommandConfiguration(
        abstract: "Set the devices that may see a device of yours. Without arguments, list them.",
        discussion: """
            The device needs a key. To see it yourself, name it too. To stop sharing with all others, give --nobody. Then \
            only the device itself can see it.
            """)

    @OptionGroup var own: OwnDevice
    @Argument(help: "The devices that may see it.")
    var readers: [LocationDeviceID] = []
    @Flag(help: "Also let them see its history.")
    var history = false
    @Flag(help: "Let anyone who knows its id see it.")
    var everybody = false
    @Flag(help: "Let no other device see it.")
    var nobody = false

    func check() throws {
        guard [!readers.isEmpty, everybody, nobody].count(where: { $0 }) <= 1 else {
            throw ValidationError("Give either devices, --everybody or --nobody.")
        }
        guard !nobody || !history else { throw ValidationError("--history needs devices that may see it.") }
    }

    func run(_ context: CommandContext, _ device: LocationDeviceID) async throws {
        let locations = context.client.locations
        // An empty list would let all readers see the device. So a list without readers names the device itself.
        let readers = nobody ? [device] : readers
        if everybody || !readers.isEmpty {
            try await locations.setAllowed(readers.map { AllowedDevice($0, readsHistory: history) }, for: device)
            try await warnOfOwnReading(of: device, by: readers, context)
        }
        let allowed = try await locations.allowed(of: device)
        context.show(allowed.devices.sorted { $0.device.text < $1.device.text }) { devices in
            TextTable(
                ["DEVICE", "SEES THE PLACE", "SEES THE HISTORY"],
                devices.map {
                    [$0.device.text, $0.readsCurrentLocation ? "yes" : "no", $0.readsHistory ? "yes" : "no"]
                }, empty: "Anyone who knows the id of \(device.text.printable) can see where it is.")
        }
    }

    /// Warns the owner that commands read as this computer's own device, which the list excludes like any other device.
    private func warnOfOwnReading(
        of device: LocationDeviceID, by readers: [LocationDeviceID], _ context: CommandContext
    ) async throws {
        let reader = try await context.device(nil)
        guard !everybody, !readers.contains(reader) else { return }
        let name = reader.text.printable
        context.terminal.writeError(
            "balise-cli: this computer, \(name), is not on the list, so that `locate` and `history` here do not show "
                + "\(device == reader ? "it" : device.text.printable) any more; to see it, name \(name) too\n")
    }
}
