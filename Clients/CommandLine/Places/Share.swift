import ArgumentParser
import Balise
import Foundation

struct Share: DeviceCommand {
    static let configuration = CommandConfiguration(
        abstract: "Tell the server where this computer is.",
        discussion: """
            With --lines it reads places, one a line, until the input ends: `48.3904,-4.4861`, or JSON such as \
            {"latitude": 48.3904, "longitude": -4.4861, "accuracy": 12, "at": "2026-01-31T12:00:00Z"}.

            A place is kept on disk until the server has it. Undelivered places are sent with the next call. --discard drops \
            the device's waiting places.
            """)

    @OptionGroup var own: OwnDevice

    // `unconditional` is needed because a latitude south of the equator begins with a minus sign, like an option.
    @Option(
        parsing: .unconditional, help: ArgumentHelp("Where it is.", valueName: "latitude,longitude"),
        transform: Coordinate.read)
    var at: Coordinate?

    @Option(help: ArgumentHelp("How far off that may be.", valueName: "metres"))
    var accuracy: Double = 10

    @Flag(help: "Read places from the input.")
    var lines = false

    @Flag(help: "Let the server keep the places as a history.")
    var history = false

    @Option(help: ArgumentHelp("Without a history: how long the place is stored.", valueName: "minutes"))
    var minutes: Int = 60

    @Flag(help: "Drop the places of the device that wait on this computer.")
    var discard = false

    func check() throws {
        guard [at != nil, lines, discard].filter({ $0 }).count == 1 else {
            throw ValidationError("Give either --at, --lines or --discard.")
        }
    }

    func run(_ context: CommandContext, _ device: LocationDeviceID) async throws {
        let keeping: LocationKeeping = history ? .history : .newestOnly(minutes: minutes)
        let outbox = try context.client.locations.outbox(at: context.outboxFile)
        if discard {
            let places = counted(try await outbox.discard(of: device))
            return context.say("\(places) of \(device.text.printable) dropped, which waited on this computer.")
        }
        if let at {
            let place = DeviceLocation(
                recordedAt: context.time.now, latitude: at.latitude, longitude: at.longitude,
                horizontalAccuracy: accuracy)
            guard try await outbox.add(place, of: device, keeping: keeping) else {
                throw BaliseError.invalid("a newer place of this device was shared before: is the clock right?")
            }
            try await deliver(outbox, of: device, context)
            await notifyOthers(outbox, device, context)
            context.show(PlaceLine(device, place)) {
                "\(place.coordinates) is shared. Others see it by: balise-cli locate \(device.text.printable)"
            }
            return
        }
        var number = 0
        var (added, leftOut) = (0, 0)
        var failure: BaliseError?
        while let line = context.terminal.readLine() {
            number += 1
            guard !line.allSatisfy(\.isWhitespace) else { continue }
            let place = try PlaceInput.place(line, number, accuracy: accuracy, now: context.time.now)
            guard try await outbox.add(place, of: device, keeping: keeping) else {
                context.terminal.writeError("balise-cli: line \(number) is no newer than what came before, left out\n")
                leftOut += 1
                continue
            }
            added += 1
            // A failure that may pass ends nothing here: the network may be back by the next line, and the places wait.
            do throws(BaliseError) {
                try await deliver(outbox, of: device, context)
                failure = nil
            } catch {
                guard error.mayPass else { throw error }
                failure = error
            }
        }
        if let failure { throw failure }
        if added == 0, leftOut > 0 {
            throw BaliseError.invalid("no line was newer than what this device shared before, so nothing was shared")
        }
        await notifyOthers(outbox, device, context)
    }

    /// Tells the user that places of other devices could not be sent. Those places are from earlier commands, so this
    /// command does not fail for them.
    private func notifyOthers(_ outbox: LocationOutbox, _ device: LocationDeviceID, _ context: CommandContext) async {
        for (other, refusal) in await outbox.status.held where other != device {
            context.terminal.writeError(
                "balise-cli: of \(other.text.printable): \(refusal.advice) What waits is dropped by: balise-cli share "
                    + "--discard --device \(other.text.printable)\n")
        }
    }

    private func deliver(
        _ outbox: LocationOutbox, of device: LocationDeviceID, _ context: CommandContext
    ) async throws(BaliseError) {
        do throws(BaliseError) {
            let status = try await outbox.deliver()
            if let refusal = status.held[device] { throw refusal }
            try await outbox.clearRefusals()
            if let refused = status.refusals.last(where: { $0.device == device }) {
                throw BaliseError.invalid(refused.reason)
            }
        } catch {
            let status = await outbox.status
            if status.waiting > 0 {
                let verb = status.waiting == 1 ? "waits" : "wait"
                let way = status.held[device] == nil ? "" : ", or to be dropped by --discard"
                context.terminal.writeError(
                    "balise-cli: \(counted(status.waiting)) \(verb) on this computer, to go with the next call\(way)\n")
            }
            throw error
        }
    }
}

private func counted(_ places: Int) -> String { places == 1 ? "1 place" : "\(places) places" }

extension BaliseError {
    var mayPass: Bool {
        switch self {
        case .unreachable, .timedOut: true
        case .refused(let refusal): refusal.status == 429 || refusal.status >= 500
        default: false
        }
    }
}

extension CommandContext {
    /// The file of waiting places. Each server has its own file, so that no place is sent to the wrong server.
    var outboxFile: URL {
        let server = client.configuration.server.absoluteString
        let name = server.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? server
        return folder.appendingPathComponent("outbox." + name, isDirectory: false)
    }
}
