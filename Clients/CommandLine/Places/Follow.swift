// balise-cli follow: a device's places as they come.

import ArgumentParser
import Balise
import Foundation

/// Shows a device's places as they come.
struct Follow: ClientCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show each new place of a device, until it is interrupted.",
        discussion:
            "Each look is a visit that the device's owner sees. While the server is away, it is asked less often.")

    @OptionGroup var common: CommonOptions
    @Argument(help: "The device.")
    var device: MiataruDeviceID
    @Option(help: "How many seconds between two looks.")
    var every: Double = 5
    @Option(help: "After how many places to end.")
    var count: Int?

    func validate() throws {
        guard every >= 1 else { throw ValidationError("One look a second is the most.") }
        guard count ?? 1 >= 1 else { throw ValidationError("--count has to be more than 0.") }
    }

    func run(_ context: CommandContext) async throws {
        let reader = try await context.device(nil)
        var pace = FollowPace(interval: every)
        var latest: DeviceLocation?
        var isHidden = false
        var shown = 0
        while true {
            do throws(BaliseError) {
                let found = try await context.client.miataru.location(of: device, as: reader)
                pace.succeed()
                if let found, found.location != latest {
                    latest = found.location
                    shown += 1
                    context.show(PlaceLine(device, found.location, slogan: found.slogan)) {
                        found.location.words(at: context.time.now)
                    }
                }
                if found == nil, !isHidden {
                    context.terminal.writeError("balise-cli: no place can be seen at the moment\n")
                }
                isHidden = found == nil
            } catch {
                guard error.mayPass else { throw error }
                pace.fail(error)
                context.terminal.writeError("balise-cli: next look in \(pace.seconds) s: \(error)\n")
            }
            if let count, shown >= count { return }
            do { try await context.client.configuration.pause.sleep(seconds: pace.wait) } catch { return }
        }
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
