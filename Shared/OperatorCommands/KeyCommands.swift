import ArgumentParser
import BaliseAPI
import Models
import OperatorAPI

struct Devices: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices", subcommands: [ResetKey.self, RemoveKey.self])

    struct ResetKey: OperatorCommand {
        static let configuration = CommandConfiguration(
            commandName: "reset-key",
            abstract: "Give a device a new key if its user has lost the old one, and print it.")

        @Argument(help: "The id of the device.")
        var device: String
        @OptionGroup var output: OutputOptions

        func carryOut(_ client: OperatorClient) throws {
            let made = try client.ask(OperatorCalls.operatorResetDeviceKey, sending: DeviceRequest(device: device))
            client.report("key  \(made.deviceKey.value)\n\nIt is stored nowhere and not shown again.")
        }
    }

    struct RemoveKey: OperatorCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove-key", abstract: "Remove the key of a device, so that its user can set a first one.")

        @Argument(help: "The id of the device.")
        var device: String
        @OptionGroup var output: OutputOptions

        func carryOut(_ client: OperatorClient) throws {
            try client.ask(OperatorCalls.operatorRemoveDeviceKey, sending: DeviceRequest(device: device))
            client.report("the device no longer has a key")
        }
    }
}

struct SigningKeys: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "signing-keys", subcommands: [Rotate.self])

    struct Rotate: OperatorCommand {
        static let configuration = CommandConfiguration(
            commandName: "rotate", abstract: "Sign access tokens with a new key from now on.")

        @OptionGroup var output: OutputOptions

        func carryOut(_ client: OperatorClient) throws {
            let key = try client.ask(OperatorCalls.rotateSigningKey)
            client.report("access tokens are signed by \(key.id) from now on")
        }
    }
}
