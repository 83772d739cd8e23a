// balise-cli locate, history, visitors and delete: what the server knows of a device.

import ArgumentParser
import Balise
import BaliseJSON
import Foundation

/// Shows where devices are.
struct Locate: ClientCommand {
    static let configuration = CommandConfiguration(abstract: "Show where devices are.")

    @OptionGroup var common: CommonOptions
    @Argument(help: "The devices; this computer's own unless any is said.")
    var devices: [MiataruDeviceID] = []

    func run(_ context: CommandContext) async throws {
        let reader = try await context.device(nil)
        let asked = devices.isEmpty ? [reader] : devices
        let found = try await context.client.miataru.locations(of: asked, as: reader)
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
                empty: "No place can be seen: there is none, its time is over, or it is not for you to see.")
        }
    }
}

/// Shows where a device has been.
struct History: ClientCommand {
    static let configuration = CommandConfiguration(abstract: "Show where a device has been, the newest place first.")

    @OptionGroup var common: CommonOptions
    @Argument(help: "The device; this computer's own unless it is said.")
    var device: MiataruDeviceID?
    @Option(help: "How many places at most.")
    var limit: Int = 20

    func run(_ context: CommandContext) async throws {
        let reader = try await context.device(nil)
        let device = device ?? reader
        let history = try await context.client.miataru.history(of: device, as: reader, atMost: limit)
        context.show(history.locations.map { PlaceLine(device, $0) }) { lines in
            TextTable(
                ["WHEN", "PLACE", "ACCURACY"],
                lines.map {
                    [
                        RFC3339.text(of: $0.location.recordedAt), $0.location.coordinates,
                        $0.location.accuracyInMetres,
                    ]
                }, empty: "No history can be seen: there is none, or it is not for you to see.")
        }
    }
}

/// Shows who looked.
struct Visitors: ClientCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show who looked where a device of yours is.",
        discussion: "A visitor's name is what it said; only one that has a key cannot be somebody else.")

    @OptionGroup var common: CommonOptions
    @OptionGroup var own: OwnDevice
    @Option(help: "How many visits at most.")
    var limit: Int = 20

    /// A visit as one JSON object.
    private struct Line: JSONWritable {
        let visit: MiataruVisit

        func write(to json: inout JSONObject) {
            json.set("visitor", visit.visitor)
            json.set("at", visit.at)
        }
    }

    func run(_ context: CommandContext) async throws {
        let device = try await context.device(own.device)
        let history = try await context.client.miataru.visitors(of: device, atMost: limit)
        context.show(history.visits.map(Line.init)) { lines in
            TextTable(
                ["WHEN", "VISITOR"],
                lines.map { [RFC3339.text(of: $0.visit.at), $0.visit.visitor.isEmpty ? "unnamed" : $0.visit.visitor] },
                empty: "Nobody has looked.")
        }
    }
}

/// Takes back what a device has told.
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
        try await context.client.miataru.deleteLocation(of: device)
        context.say("The places of \(device.text.printable) are erased.")
    }
}
