// balise-cli key and allow: what protects a device.

import ArgumentParser
import BaliseClient
import Foundation

/// The key of a device.
struct Key: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Protect a device by a key.",
        discussion:
            "With a key, nobody without it shares places in the device's name, sees its visitors, or erases it.",
        subcommands: [Set.self, Status.self, Show.self, Adopt.self, Claim.self])

    struct Set: ClientCommand {
        static let configuration = CommandConfiguration(
            abstract: "Give a device a key, or another one, of 256 random characters.")
        @OptionGroup var common: CommonOptions
        @OptionGroup var own: OwnDevice

        func run(_ context: CommandContext) async throws {
            let device = try await context.device(own.device)
            try await context.client.miataru.keys.set(for: device)
            context.say(
                "\(device.text.printable) has a key, which is kept on this computer. Keep a copy (balise-cli key show):"
                    + " without it, nobody can speak in the device's name any more.")
        }
    }

    struct Status: ClientCommand {
        static let configuration = CommandConfiguration(abstract: "Show what protects a device.")
        @OptionGroup var common: CommonOptions
        @OptionGroup var own: OwnDevice

        private struct Line: JSONWritable {
            let device: DeviceID
            let hasKey: Bool
            let isAllowedListEnabled: Bool?

            func write(to json: inout JSONObject) {
                json.set("device", device.text)
                json.set("hasKeyHere", hasKey)
                json.set("isAllowedListEnabled", isAllowedListEnabled)
            }
        }

        func run(_ context: CommandContext) async throws {
            let device = try await context.device(own.device)
            let miataru = context.client.miataru
            // Only a device with a key may ask.
            let hasKey = try await miataru.keys.key(for: device) != nil
            let security = hasKey ? try await miataru.security(of: device, as: device) : nil
            context.show(Line(device: device, hasKey: hasKey, isAllowedListEnabled: security?.isAllowedListEnabled)) {
                guard let security else {
                    return "No key of \(device.text.printable) is kept here. If it has none, whoever knows its id can "
                        + "share places in its name."
                }
                return "\(device.text.printable) has a key. "
                    + (security.isAllowedListEnabled
                        ? "Only the devices on its allowed list see it."
                        : "Whoever knows its id sees where it is.")
            }
        }
    }

    struct Show: ClientCommand {
        static let configuration = CommandConfiguration(abstract: "Print the key that is kept here, for a copy.")
        @OptionGroup var common: CommonOptions
        @OptionGroup var own: OwnDevice

        func run(_ context: CommandContext) async throws {
            let device = try await context.device(own.device)
            guard let key = try await context.client.miataru.keys.key(for: device) else {
                throw BaliseError.invalid("no key of \(device.text.printable) is kept here")
            }
            context.terminal.write(key.secret + "\n")
        }
    }

    struct Adopt: ClientCommand {
        static let configuration = CommandConfiguration(
            abstract: "Keep the key of a device that got it elsewhere; type it, or pipe it in.")
        @OptionGroup var common: CommonOptions
        @OptionGroup var own: OwnDevice

        func run(_ context: CommandContext) async throws {
            let device = try await context.device(own.device)
            guard let key = DeviceKey(try context.terminal.readSecret("Key").value) else {
                throw BaliseError.invalid("a key has 1 to \(DeviceKey.maximumLength) characters")
            }
            try await context.client.miataru.keys.adopt(key, for: device)
            context.say("The key of \(device.text.printable) is kept on this computer.")
        }
    }

    struct Claim: ClientCommand {
        static let configuration = CommandConfiguration(
            abstract: "Bind a device to your account, so that a lost key can be replaced.")
        @OptionGroup var common: CommonOptions
        @OptionGroup var own: OwnDevice

        func run(_ context: CommandContext) async throws {
            let device = try await context.device(own.device)
            let claimed = try await context.client.miataru.keys.claim(device)
            context.show(claimed) { "\(device.text.printable) is yours." }
        }
    }
}

/// Who may see a device.
struct Allow: ClientCommand {
    static let configuration = CommandConfiguration(
        abstract: "Let these devices see a device of yours, and no others; without any, show who may.",
        discussion: "The device needs a key. To see it yourself, name it too.")

    @OptionGroup var common: CommonOptions
    @OptionGroup var own: OwnDevice
    @Argument(help: "The devices that may see it.")
    var readers: [DeviceID] = []
    @Flag(help: "Let them see where it was, too.")
    var history = false
    @Flag(help: "Let everybody see it who knows its id.")
    var everybody = false

    func validate() throws {
        guard !everybody || readers.isEmpty else { throw ValidationError("Say either who may see it, or --everybody.") }
    }

    func run(_ context: CommandContext) async throws {
        let device = try await context.device(own.device)
        let miataru = context.client.miataru
        if everybody || !readers.isEmpty {
            try await miataru.setAllowed(readers.map { AllowedDevice($0, readsHistory: history) }, for: device)
        }
        let allowed = try await miataru.allowed(of: device)
        context.show(allowed.devices.sorted { $0.device.text < $1.device.text }) { devices in
            TextTable(
                ["DEVICE", "SEES THE PLACE", "SEES THE HISTORY"],
                devices.map {
                    [$0.device.text, $0.readsCurrentLocation ? "yes" : "no", $0.readsHistory ? "yes" : "no"]
                }, empty: "Whoever knows the id of \(device.text.printable) sees where it is.")
        }
    }
}
