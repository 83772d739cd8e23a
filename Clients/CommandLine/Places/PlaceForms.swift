// The imports are public, because conformances of public types are public, even in this program.
public import ArgumentParser
public import Balise
import BaliseJSON
import Foundation

extension Coordinate {
    /// Reads a place. Throws an error that names the expected form.
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
        guard parts.count == 2, let latitude = parts[0], let longitude = parts[1] else { return nil }
        self.init(latitude: latitude, longitude: longitude)
    }
}

extension LocationDeviceID: @retroactive ExpressibleByArgument {
    /// Reads a device id; nil if the text is not one.
    public init?(argument: String) { self.init(argument) }
}

struct OwnDevice: ParsableArguments {
    @OptionGroup var common: CommonOptions
    @Option(help: ArgumentHelp("The device. By default, this computer.", valueName: "id"))
    var device: LocationDeviceID?
}

protocol DeviceCommand: ClientCommand {
    var own: OwnDevice { get }

    func run(_ context: CommandContext, _ device: LocationDeviceID) async throws
}

extension DeviceCommand {
    var common: CommonOptions { own.common }

    func run(_ context: CommandContext) async throws { try await run(context, try await context.device(own.device)) }
}

enum PlaceInput {
    /// Reads a place from two numbers, or from a JSON object.
    /// - Parameters:
    ///   - number: The line's number, from 1, for error messages.
    ///   - accuracy: The accuracy in metres if the line contains none.
    ///   - now: The time if the line contains none.
    static func place(
        _ line: String, _ number: Int, accuracy: Double, now: Date
    ) throws(BaliseError) -> DeviceLocation {
        if let coordinate = Coordinate(argument: line.trimmingCharacters(in: .whitespaces)) {
            return DeviceLocation(
                recordedAt: now, latitude: coordinate.latitude, longitude: coordinate.longitude,
                horizontalAccuracy: accuracy)
        }
        do {
            let json = try JSONDocument(Array(line.utf8)).root
            return DeviceLocation(
                recordedAt: try json.optional("at", as: Date.self) ?? now, latitude: try json.needed("latitude"),
                longitude: try json.needed("longitude"),
                horizontalAccuracy: try json.optional("accuracy", as: Double.self) ?? accuracy,
                speed: try json.optional("speed"), batteryLevel: try json.optional("batteryLevel"),
                altitude: try json.optional("altitude"))
        } catch {
            throw .invalid("line \(number) is no place: neither two numbers like 48.3904,-4.4861 nor JSON (\(error))")
        }
    }
}

/// A place as one JSON object: `device`, `at`, `latitude`, `longitude`, `accuracy`, and other known values.
struct PlaceLine: JSONWritable, Hashable {
    var device: LocationDeviceID
    var location: DeviceLocation
    var slogan: String?

    init(_ device: LocationDeviceID, _ location: DeviceLocation, slogan: String? = nil) {
        (self.device, self.location, self.slogan) = (device, location, slogan)
    }

    func write(to json: inout JSONObject) {
        json.set("device", device.text)
        json.set("at", location.recordedAt)
        json.set("latitude", location.latitude)
        json.set("longitude", location.longitude)
        json.set("accuracy", location.horizontalAccuracy)
        json.set("speed", location.speed)
        json.set("batteryLevel", location.batteryLevel)
        json.set("altitude", location.altitude)
        json.set("slogan", slogan)
    }
}

extension DeviceLocation {
    /// The place in a few words: `48.39040, -4.48610  ±12 m  3 min ago`.
    func words(at now: Date) -> String { "\(coordinates)  \(accuracyInMetres)  \(elapsed(since: recordedAt, at: now))" }

    /// The horizontal accuracy, for example `±12 m`.
    var accuracyInMetres: String { "±\(whole(horizontalAccuracy)) m" }

    /// Latitude and longitude, rounded to about a metre.
    var coordinates: String { "\(fixed(latitude)), \(fixed(longitude))" }
}

/// Rounds a number. A number from another user can exceed the range of `Int`, so it is limited first.
private func whole(_ number: Double) -> Int { Int(max(-1e12, min(number, 1e12)).rounded()) }

private func fixed(_ degrees: Double) -> String {
    let scaled = whole(abs(degrees) * 100_000)
    let fraction = String(scaled % 100_000)
    let sign = degrees < 0 && scaled > 0 ? "-" : ""
    return "\(sign)\(scaled / 100_000)." + String(repeating: "0", count: 5 - fraction.count) + fraction
}
