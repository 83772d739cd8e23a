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

    struct Set: ClientCommand {
        static let configuration = CommandConfiguration(
            abstract: "Give a device a key, or another one, of 256 random characters.")
        @OptionGroup var common: CommonOptions
        @OptionGroup var own: OwnDevice

        func run(_ context: CommandContext) async throws {
            let device = try await context.device(own.device)
            try await context.client.locations.keys.set(for: device)
            context.say(
                "\(device.text.printable) has a key, which is kept on this computer. Keep a copy (balise-cli key show):"
                    + " without the key, you lose the device.")
        }
    }

    struct Status: ClientCommand {
        static let configuration = CommandConfiguration(abstract: "Show what protects a device.")
        @OptionGroup var common: CommonOptions
        @OptionGroup var own: OwnDevice

        private struct Line: JSONWritable {
            let device: LocationDeviceID
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
            let locations = context.client.locations
            // Only a device with a key may ask.
            let hasKey = try await locations.keys.key(for: device) != nil
            let security = hasKey ? try await locations.security(of: device, as: device) : nil
            context.show(Line(device: device, hasKey: hasKey, isAllowedListEnabled: security?.isAllowedListEnabled)) {
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

    struct Show: ClientCommand {
        static let configuration = CommandConfiguration(abstract: "Print the key that is kept here, for a copy.")
        @OptionGroup var common: CommonOptions
        @OptionGroup var own: OwnDevice

        private struct Line: JSONWritable {
            let device: LocationDeviceID
            let key: LocationDeviceKey

            func write(to json: inout JSONObject) {
                json.set("device", device.text)
                json.set("key", key.secret)
            }
        }

        func run(_ context: CommandContext) async throws {
            let device = try await context.device(own.device)
            guard let key = try await context.client.locations.keys.key(for: device) else {
                throw BaliseError.invalid("no key of \(device.text.printable) is kept here")
            }
            context.show(Line(device: device, key: key)) { key.secret }
        }
    }

    struct Adopt: ClientCommand {
        static let configuration = CommandConfiguration(
            abstract: "Keep the key of a device that got it elsewhere; type it, or pipe it in.")
        @OptionGroup var common: CommonOptions
        @OptionGroup var own: OwnDevice

        func run(_ context: CommandContext) async throws {
            let device = try await context.device(own.device)
            guard let key = LocationDeviceKey(try context.terminal.readSecret("Key").value) else {
                throw BaliseError.invalid("a key has 1 to \(LocationDeviceKey.maximumLength) characters")
            }
            try await context.client.locations.keys.adopt(key, for: device)
            context.say("The key of \(device.text.printable) is kept on this computer.")
        }
    }

    struct Forget: ClientCommand {
        static let configuration = CommandConfiguration(
            abstract: "Forget the key that is kept here. The server still requires it.",
            discussion: "Without a copy (key show) or a claim (key claim), you then lose the device.")
        @OptionGroup var common: CommonOptions
        @OptionGroup var own: OwnDevice

        func run(_ context: CommandContext) async throws {
            let device = try await context.device(own.device)
            try await context.client.locations.keys.forget(device)
            context.say("This computer no longer keeps a key of \(device.text.printable).")
        }
    }
}
