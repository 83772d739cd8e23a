import ArgumentParser
import Balise
import BaliseJSON
import Foundation

struct Key: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Protect a device by a key.",
        discussion:
            "With a key, only its holder can share places in the device's name, see its visitors, and erase its data.",
        groupedSubcommands: [
            CommandGroup(
                name: "On this computer",
                subcommands: [Set.self, Status.self, Show.self, Adopt.self, Forget.self]),
            CommandGroup(
                name: "With your account",
                subcommands: [Claim.self, Claimed.self, Reset.self, Remove.self, Release.self]),
        ])

    struct Set: DeviceCommand {
        static let configuration = CommandConfiguration(
            abstract: "Give a device a key, or another one, of 256 random characters.")
        @OptionGroup var own: OwnDevice

        func run(_ context: CommandContext, _ device: LocationDeviceID) async throws {
            try await context.client.locations.keys.set(for: device)
            context.say(
                "\(device.text.printable) has a key, which is kept on this computer. Keep a copy (balise-cli key show):"
                    + " without the key, you lose the device.")
        }
    }

    struct Status: DeviceCommand {
        static let configuration = CommandConfiguration(abstract: "Show what protects a device.")
        @OptionGroup var own: OwnDevice

        func run(_ context: CommandContext, _ device: LocationDeviceID) async throws {
            let locations = context.client.locations
            // Only a device with a key may ask for the security status, so without a key here it is unknown.
            let hasKey = try await locations.keys.key(for: device) != nil
            let security = hasKey ? try await locations.security(of: device, as: device) : nil
            let line = JSONLine {
                $0.set("device", device.text)
                $0.set("hasKeyHere", hasKey)
                $0.set("isAllowedListEnabled", security?.isAllowedListEnabled)
            }
            context.show(line) {
                guard let security else {
                    return
                        "No key of \(device.text.printable) is kept here. If it has none, anyone who knows its id can "
                        + "share places in its name."
                }
                return "\(device.text.printable) has a key. "
                    + (security.isAllowedListEnabled
                        ? "Only the devices on its allowed list see it."
                        : "Anyone who knows its id can see where it is.")
            }
        }
    }

    struct Show: DeviceCommand {
        static let configuration = CommandConfiguration(abstract: "Print the key that is kept here, for a copy.")
        @OptionGroup var own: OwnDevice

        func run(_ context: CommandContext, _ device: LocationDeviceID) async throws {
            guard let key = try await context.client.locations.keys.key(for: device) else {
                throw BaliseError.invalid("no key of \(device.text.printable) is kept here")
            }
            let line = JSONLine {
                $0.set("device", device.text)
                $0.set("key", key.secret)
            }
            context.show(line) { key.secret }
        }
    }

    struct Adopt: DeviceCommand {
        static let configuration = CommandConfiguration(
            abstract: "Keep the key of a device that got it elsewhere; type it, or pipe it in.")
        @OptionGroup var own: OwnDevice

        func run(_ context: CommandContext, _ device: LocationDeviceID) async throws {
            guard let key = LocationDeviceKey(try context.terminal.readSecret("Key").value) else {
                throw BaliseError.invalid("a key has 1 to \(LocationDeviceKey.maximumLength) characters")
            }
            try await context.client.locations.keys.adopt(key, for: device)
            context.say("The key of \(device.text.printable) is kept on this computer.")
        }
    }

    struct Forget: DeviceCommand {
        static let configuration = CommandConfiguration(
            abstract: "Forget the key that is kept here. The server still requires it.",
            discussion: "Without a copy (key show) or a claim (key claim), you then lose the device.")
        @OptionGroup var own: OwnDevice

        func run(_ context: CommandContext, _ device: LocationDeviceID) async throws {
            try await context.client.locations.keys.forget(device)
            context.say("This computer no longer keeps a key of \(device.text.printable).")
        }
    }

    struct Claim: DeviceCommand {
        static let configuration = CommandConfiguration(
            abstract: "Bind a device to your account, so that a lost key can be replaced.")
        @OptionGroup var own: OwnDevice

        func run(_ context: CommandContext, _ device: LocationDeviceID) async throws {
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

    struct Reset: DeviceCommand {
        static let configuration = CommandConfiguration(
            abstract: "Give a claimed device a new key, without the lost one.")
        @OptionGroup var own: OwnDevice

        func run(_ context: CommandContext, _ device: LocationDeviceID) async throws {
            try await askingAboutClaim(to: device) { () async throws(BaliseError) in
                try await context.client.locations.keys.reset(device)
            }
            context.say(
                "\(device.text.printable) has a new key, which is kept on this computer. Keep a copy (balise-cli key show)."
                    + " Holders of the old key lose access.")
        }
    }

    struct Remove: DeviceCommand {
        static let configuration = CommandConfiguration(
            abstract: "Free a claimed device of its key, on the server and here.")
        @OptionGroup var own: OwnDevice

        func run(_ context: CommandContext, _ device: LocationDeviceID) async throws {
            try await askingAboutClaim(to: device) { () async throws(BaliseError) in
                try await context.client.locations.keys.remove(device)
            }
            context.say(
                "\(device.text.printable) no longer has a key: anyone who knows its id can share places in its name.")
        }
    }

    struct Release: DeviceCommand {
        static let configuration = CommandConfiguration(
            abstract: "Give up your account's claim to a device; its key stays.")
        @OptionGroup var own: OwnDevice

        func run(_ context: CommandContext, _ device: LocationDeviceID) async throws {
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
