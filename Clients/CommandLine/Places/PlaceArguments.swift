// Places and devices, as somebody types them.

// A conformance of a public type counts as public, whoever adds it.
public import ArgumentParser
public import Balise

/// Two numbers on a map, typed as `48.3904,-4.4861`.
struct Coordinate: Hashable, Sendable {
    let latitude: Double
    let longitude: Double

    /// What was typed, or an error that says what may be.
    static func read(_ argument: String) throws -> Coordinate {
        if let coordinate = Coordinate(argument: argument) { return coordinate }
        throw ValidationError(
            "a place is two numbers like 48.3904,-4.4861: the latitude, from -90 to 90, and the longitude, from -180 to 180"
        )
    }

    init?(argument: String) {
        let parts = argument.split(separator: ",", omittingEmptySubsequences: false).map {
            Double($0.drop { $0 == " " })
        }
        guard parts.count == 2, let latitude = parts[0], let longitude = parts[1],
            (-90...90).contains(latitude), (-180...180).contains(longitude)
        else { return nil }
        self.latitude = latitude
        self.longitude = longitude
    }
}

extension MiataruDeviceID: @retroactive ExpressibleByArgument {
    /// A device's id, as somebody types it.
    public init?(argument: String) { self.init(argument) }
}

/// Which of this computer's devices a command is about.
struct OwnDevice: ParsableArguments {
    @Option(help: ArgumentHelp("The device. By default, this computer.", valueName: "id"))
    var device: MiataruDeviceID?
}
