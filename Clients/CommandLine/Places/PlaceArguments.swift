// Conformances of public types are public, even in this program.
public import ArgumentParser
public import Balise

struct Coordinate: Hashable, Sendable {
    let latitude: Double
    let longitude: Double

    /// Throws an error that names the expected form.
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

extension LocationDeviceID: @retroactive ExpressibleByArgument {
    /// Nil if the text is not a device id.
    public init?(argument: String) { self.init(argument) }
}

struct OwnDevice: ParsableArguments {
    @Option(help: ArgumentHelp("The device. By default, this computer.", valueName: "id"))
    var device: LocationDeviceID?
}
