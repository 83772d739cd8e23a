import BaliseAPI
import Foundation
import Models

extension Coordinate {
    init(readFrom latitude: Double, _ longitude: Double) throws(EdgeError) {
        guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else { throw .noPlace }
        self = coordinate
    }
}

extension UnixTime {
    /// A moment of a body, to the nearest millisecond: `init(_:)` of Models rounds down.
    init(nearestTo date: Date) { self.init(milliseconds: Int64((date.timeIntervalSince1970 * 1000).rounded())) }
}

extension SecretText {
    init(_ secret: SecretString) { self.init(secret.value) }
}

extension EdgeError {
    /// Latitude and longitude are out of their ranges.
    static var noPlace: EdgeError {
        .invalid("The latitude must be from -90 to 90, the longitude from -180 to 180.")
    }
}

extension APICall {
    /// A percent-decoded parameter of the path; 404 if it cannot name anything.
    func parameter(_ position: Int = 0, atMost limit: Int = 128) throws(EdgeError) -> String {
        let parameters = request.parameters
        guard parameters.indices.contains(position),
            let text = String(percentEncoded: parameters[position].utf8), (1...limit).contains(text.utf8.count)
        else { throw EdgeError(.notFound, "") }
        return text
    }
}
