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
                    [
                        RFC3339.text(of: $0.location.recordedAt), $0.location.coordinates,
                        $0.location.accuracyInMetres,
                    ]
                }, empty: "No history is visible: none is stored, or you are not allowed to see it.")
        }
    }
}

struct Visitors: ClientCommand {
    static let configuration = CommandConfiguration(
        abstract: "List the visitors of a device of yours.",
        discussion: "Visitors state their own names. Only the name of a device with a key is proven.")

    @OptionGroup var common: CommonOptions
    @OptionGroup var own: OwnDevice
    @Option(help: "The maximum number of visits.")
    var limit: Int = 20

    private struct Line: JSONWritable {
        let visit: LocationVisit

        func write(to json: inout JSONObject) {
            json.set("visitor", visit.visitor)
            json.set("at", visit.at)
        }
    }

    func run(_ context: CommandContext) async throws {
        let device = try await context.device(own.device)
        let history = try await context.client.locations.visitors(of: device, atMost: limit)
        context.show(history.visits.map(Line.init)) { lines in
            TextTable(
                ["WHEN", "VISITOR"],
                lines.map { [RFC3339.text(of: $0.visit.at), $0.visit.visitor.isEmpty ? "unnamed" : $0.visit.visitor] },
                empty: "No visitors.")
        }
    }
}

struct Delete: ClientCommand {
    static let configuration = CommandConfiguration(
        abstract: "Erase where a device of yours is and was, and who looked.",
        discussion: "Its key, its allowed list and its slogan stay.")

    @OptionGroup var common: CommonOptions
    @OptionGroup var own: OwnDevice
    @Flag(help: "Do not ask.")
    var yes = false

    func run(_ context: CommandContext) async throws {
        let device = try await context.device(own.device)
        guard try yes || context.confirms("Erase all places of \(device.text.printable)?") else {
            return context.say("Nothing was erased.")
        }
        try await context.client.locations.deleteLocation(of: device)
        context.say("The places of \(device.text.printable) are erased.")
    }
}
