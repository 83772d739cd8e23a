import ArgumentParser
import Balise

struct Allow: ClientCommand {
    static let configuration = CommandConfiguration(
        abstract: "Set the devices that may see a device of yours. Without arguments, list them.",
        discussion: """
            The device needs a key. To see it yourself, name it too. To stop sharing with all others, give --nobody. Then \
            only the device itself can see it.
            """)

    @OptionGroup var common: CommonOptions
    @OptionGroup var own: OwnDevice
    @Argument(help: "The devices that may see it.")
    var readers: [LocationDeviceID] = []
    @Flag(help: "Also let them see its history.")
    var history = false
    @Flag(help: "Let anyone who knows its id see it.")
    var everybody = false
    @Flag(help: "Let no other device see it.")
    var nobody = false

    func check() throws {
        guard [!readers.isEmpty, everybody, nobody].count(where: { $0 }) <= 1 else {
            throw ValidationError("Give either devices, --everybody or --nobody.")
        }
        guard !nobody || !history else { throw ValidationError("--history needs devices that may see it.") }
    }

    func run(_ context: CommandContext) async throws {
        let device = try await context.device(own.device)
        let locations = context.client.locations
        // An empty list lets all readers see it.
        let readers = nobody ? [device] : readers
        if everybody || !readers.isEmpty {
            try await locations.setAllowed(readers.map { AllowedDevice($0, readsHistory: history) }, for: device)
            try await warnOfOwnReading(of: device, by: readers, context)
        }
        let allowed = try await locations.allowed(of: device)
        context.show(allowed.devices.sorted { $0.device.text < $1.device.text }) { devices in
            TextTable(
                ["DEVICE", "SEES THE PLACE", "SEES THE HISTORY"],
                devices.map {
                    [$0.device.text, $0.readsCurrentLocation ? "yes" : "no", $0.readsHistory ? "yes" : "no"]
                }, empty: "Anyone who knows the id of \(device.text.printable) can see where it is.")
        }
    }

    /// Commands read as this computer's own device, which the list excludes like any other.
    private func warnOfOwnReading(
        of device: LocationDeviceID, by readers: [LocationDeviceID], _ context: CommandContext
    ) async throws {
        let reader = try await context.device(nil)
        guard !everybody, !readers.contains(reader) else { return }
        let name = reader.text.printable
        context.terminal.writeError(
            "balise-cli: this computer, \(name), is not on the list, so that `locate` and `history` here do not show "
                + "\(device == reader ? "it" : device.text.printable) any more; to see it, name \(name) too\n")
    }
}
