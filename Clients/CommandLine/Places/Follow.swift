import ArgumentParser
import Balise
import Foundation

/// Shows a device's places as they arrive: from a stream, or by polling if the server has no streams.
struct Follow: ClientCommand {
    static let configuration = CommandConfiguration(
        abstract: "Follow a device's place until you interrupt the command.",
        discussion:
            """
            The server sends each new place at once. A server without streams is asked every few seconds. Each look is a \
            visit that the device's owner sees; a stream is one look. While the server cannot be reached, it is asked less \
            often.
            """)

    @OptionGroup var common: CommonOptions
    @Argument(help: "The device.")
    var device: LocationDeviceID
    @Option(help: "The seconds between two looks, if the server has no streams.")
    var every: Double = 5
    @Option(help: "Stop after this many places.")
    var count: Int?

    func check() throws {
        guard every >= 1 else { throw ValidationError("Give at least one second between two looks.") }
        guard count ?? 1 >= 1 else { throw ValidationError("--count has to be more than 0.") }
    }

    func run(_ context: CommandContext) async throws {
        let reader = try await context.device(nil)
        var shown = ShownPlaces(device: device, context: context)
        var pace = FollowPace(interval: every)
        var streams = context.client.configuration.transport is any BaliseStreamingTransport
        while true {
            do throws(BaliseError) {
                if streams {
                    try await follow(reader, context, &shown)
                } else {
                    shown.show(try await context.client.locations.location(of: device, as: reader))
                }
                pace.succeed()
            } catch {
                // Older servers, and other Miataru servers, have no streams, so the command polls instead.
                if streams, case .refused(let refusal) = error, [404, 405].contains(refusal.status) {
                    streams = false
                    continue
                }
                guard error.mayPass else { throw error }
                pace.fail(error)
                context.terminal.writeError("balise-cli: next look in \(pace.seconds) s: \(error)\n")
            }
            if let count, shown.count >= count { return }
            do { try await context.client.configuration.pause.sleep(seconds: pace.wait) } catch { return }
        }
    }

    private func follow(
        _ reader: LocationDeviceID, _ context: CommandContext, _ shown: inout ShownPlaces
    ) async throws(BaliseError) {
        do {
            for try await event in context.client.locations.stream(of: [device], as: reader) {
                switch event {
                case .place(let found): shown.show(found)
                case .gone: shown.show(nil)
                case .reset: break
                }
                if let count, shown.count >= count { return }
            }
        } catch let error as BaliseError {
            throw error
        } catch {
            throw .cancelled
        }
    }
}

private struct ShownPlaces {
    let device: LocationDeviceID
    let context: CommandContext
    private var latest: DeviceLocation?
    private var isHidden = false
    private(set) var count = 0

    init(device: LocationDeviceID, context: CommandContext) { (self.device, self.context) = (device, context) }

    mutating func show(_ found: LocationResult?) {
        if let found, found.location != latest {
            latest = found.location
            count += 1
            context.show(PlaceLine(device, found.location, slogan: found.slogan)) {
                found.location.words(at: context.time.now)
            }
        }
        if found == nil, !isHidden { context.terminal.writeError("balise-cli: no place can be seen at the moment\n") }
        isHidden = found == nil
    }
}

struct FollowPace: Equatable {
    /// The longest wait in seconds, unless the user or the server asks for a longer wait.
    static let maximum = 120.0

    let interval: Double
    private(set) var wait: Double

    /// The wait in whole seconds, limited to a day, whatever a user or a server asks for.
    var seconds: Int { Int(min(wait, 86_400)) }

    init(interval: Double) {
        self.interval = interval
        wait = interval
    }

    mutating func succeed() { wait = interval }

    /// Doubles the wait, up to `maximum`. Uses the server's wait if it is longer.
    mutating func fail(_ error: BaliseError) {
        wait = max(interval, min(wait * 2, Self.maximum))
        if case .refused(let refusal) = error, let told = refusal.retryAfter { wait = max(wait, Double(told)) }
    }
}
