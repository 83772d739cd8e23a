// balise-cli follow: a device's places as they come.

import ArgumentParser
import Balise
import Foundation

/// Shows a device's places as they come: by a stream, and where the server has none by asking again and again.
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
    var device: MiataruDeviceID
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
                    shown.show(try await context.client.miataru.location(of: device, as: reader))
                }
                pace.succeed()
            } catch {
                // An older server, and those of others, have no streams.
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

    /// Shows what comes by a stream, until that is over or enough has come.
    private func follow(
        _ reader: MiataruDeviceID, _ context: CommandContext, _ shown: inout ShownPlaces
    ) async throws(BaliseError) {
        do {
            for try await event in context.client.miataru.stream(of: [device], as: reader) {
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

/// What has been shown of a device, each place once.
private struct ShownPlaces {
    let device: MiataruDeviceID
    let context: CommandContext
    private var latest: DeviceLocation?
    private var isHidden = false
    /// How many places it were.
    private(set) var count = 0

    init(device: MiataruDeviceID, context: CommandContext) {
        self.device = device
        self.context = context
    }

    mutating func show(_ found: LocationResult?) {
        if let found, found.location != latest {
            latest = found.location
            count += 1
            context.show(PlaceLine(device, found.location, slogan: found.slogan)) {
                found.location.words(at: context.time.now)
            }
        }
        if found == nil, !isHidden {
            context.terminal.writeError("balise-cli: no place can be seen at the moment\n")
        }
        isHidden = found == nil
    }
}

/// How long to wait before the next look. Pure.
struct FollowPace: Equatable {
    /// The longest wait that failures lead to, in seconds; a server may ask for more.
    static let maximum = 120.0

    /// Between two looks while all is well, in seconds.
    let interval: Double
    /// Before the next look, in seconds.
    private(set) var wait: Double

    /// The wait in whole seconds, a day at most: no pause is longer, whatever a person or a server says.
    var seconds: Int { Int(min(wait, 86_400)) }

    init(interval: Double) {
        self.interval = interval
        wait = interval
    }

    /// A look that got an answer.
    mutating func succeed() { wait = interval }

    /// A look that got none: the next wait is twice as long, or what the server asks for.
    mutating func fail(_ error: BaliseError) {
        wait = max(interval, min(wait * 2, Self.maximum))
        if case .refused(let refusal) = error, let told = refusal.retryAfter { wait = max(wait, Double(told)) }
    }
}
