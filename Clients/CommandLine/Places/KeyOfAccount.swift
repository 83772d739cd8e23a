import ArgumentParser
import Balise

extension Key {
    struct Claim: ClientCommand {
        static let configuration = CommandConfiguration(
            abstract: "Bind a device to your account, so that a lost key can be replaced.")
        @OptionGroup var common: CommonOptions
        @OptionGroup var own: OwnDevice

        func run(_ context: CommandContext) async throws {
            let device = try await context.device(own.device)
            let claimed = try await context.client.locations.keys.claim(device)
            context.show(claimed) { "\(device.text.printable) is yours." }
        }
    }

    struct Claimed: ClientCommand {
        static let configuration = CommandConfiguration(abstract: "Show the devices that your account has claimed.")
        @OptionGroup var common: CommonOptions

        func run(_ context: CommandContext) async throws {
            context.show(try await context.client.locations.keys.claimed()) { devices in
                TextTable(
                    ["DEVICE", "CLAIMED", "KEY"],
                    devices.map {
                        [$0.device, elapsed(since: $0.claimedAt, at: context.time.now), $0.hasKey ? "yes" : "no"]
                    }, empty: "Your account has claimed no device: balise-cli key claim.")
            }
        }
    }

    struct Reset: ClientCommand {
        static let configuration = CommandConfiguration(
            abstract: "Give a claimed device a new key, without the lost one.")
        @OptionGroup var common: CommonOptions
        @OptionGroup var own: OwnDevice

        func run(_ context: CommandContext) async throws {
            let device = try await context.device(own.device)
            try await askingAboutClaim(to: device) { () async throws(BaliseError) in
                try await context.client.locations.keys.reset(device)
            }
            context.say(
                "\(device.text.printable) has a new key, which is kept on this computer. Keep a copy (balise-cli key show)."
                    + " Holders of the old key lose access.")
        }
    }

    struct Remove: ClientCommand {
        static let configuration = CommandConfiguration(
            abstract: "Free a claimed device of its key, on the server and here.")
        @OptionGroup var common: CommonOptions
        @OptionGroup var own: OwnDevice

        func run(_ context: CommandContext) async throws {
            let device = try await context.device(own.device)
            try await askingAboutClaim(to: device) { () async throws(BaliseError) in
                try await context.client.locations.keys.remove(device)
            }
            context.say(
                "\(device.text.printable) no longer has a key: anyone who knows its id can share places in its name.")
        }
    }

    struct Release: ClientCommand {
        static let configuration = CommandConfiguration(
            abstract: "Give up your account's claim to a device; its key stays.")
        @OptionGroup var common: CommonOptions
        @OptionGroup var own: OwnDevice

        func run(_ context: CommandContext) async throws {
            let device = try await context.device(own.device)
            try await askingAboutClaim(to: device) { () async throws(BaliseError) in
                try await context.client.locations.keys.release(device)
            }
            context.say("\(device.text.printable) is no longer bound to your account. If it has a key, it keeps it.")
        }
    }
}

/// Runs a call that only the account with the claim may make, and explains its failure.
private func askingAboutClaim<Result>(
    to device: LocationDeviceID, _ work: () async throws(BaliseError) -> Result
) async throws(BaliseError) {
    do throws(BaliseError) {
        _ = try await work()
    } catch {
        guard case .refused(var refusal) = error, refusal.status == 404 else { throw error }
        refusal.message =
            "\(device.text.printable) is not a device that your account has claimed (balise-cli key claimed)."
        throw .refused(refusal)
    }
}
