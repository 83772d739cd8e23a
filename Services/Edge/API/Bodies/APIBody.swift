import BaliseAPI
import BaliseJSON
import Foundation
import Models

extension APICall {
    /// The limit for the JSON of a call in bytes. The data of an account is far smaller.
    static let maximumJSONBytes = 256 << 10

    /// Reads the body; an absent body is an empty object. Throws 400 for another shape, and the errors of `json`.
    func body<Body: JSONConvertible>(as type: Body.Type) throws(EdgeError) -> Body { try Body(readFrom: try json()) }

    /// Returns the body, or the part `part` of a form; an empty object without a body. Throws 400 unless it is a JSON
    /// object, 413 for its size, or 415 for its type.
    func json(orPart part: String? = nil) throws(EdgeError) -> JSONValue {
        let contentType = request.headers.contentType
        if let boundary = MultipartBoundary(contentType) {
            guard let part else { throw unsupported }
            guard let json = try MultipartBody(request.body, boundary).part(named: part) else {
                throw .invalid("The form must have a part named \(part).")
            }
            return try object(json)
        }
        let type = MediaType(contentType)
        guard contentType == nil || type.kind == .json else {
            guard request.headers.contentLength ?? 0 == 0 else { throw unsupported }
            return try object(Array("{}".utf8))
        }
        guard !request.body.isEmpty else { return try object(Array("{}".utf8)) }
        return try object(try utf8(request.body, charset: type.charset))
    }

    private func object(_ json: [UInt8]) throws(EdgeError) -> JSONValue {
        guard json.count <= APICall.maximumJSONBytes else { throw .tooLarge(limit: APICall.maximumJSONBytes) }
        let value = try parse(json)
        guard value.kind == .object else { throw .invalid("The body must be a JSON object.") }
        return value
    }

    private var unsupported: EdgeError { EdgeError(.unsupportedMediaType, "Send the body as application/json.") }

    /// Returns a percent-decoded parameter of the path. Throws 404 for an empty text, a text above `limit` bytes, and
    /// an invalid escape.
    func parameter(_ position: Int = 0, atMost limit: Int = 128) throws(EdgeError) -> String {
        let parameters = request.parameters
        guard parameters.indices.contains(position),
            let text = String(percentEncoded: parameters[position].utf8), (1...limit).contains(text.utf8.count)
        else { throw EdgeError(.notFound, "") }
        return text
    }
}

extension JSONConvertible {
    /// Reads the bodies of all apps. Some apps send the wrong types.
    init(readFrom json: JSONValue) throws(EdgeError) {
        do throws(JSONShapeErrors) { self = try Self(lenient: json) } catch { throw EdgeError(error) }
    }
}

extension EdgeError {
    init(_ errors: JSONShapeErrors) { self.init(errors.all.flatMap(\.wrongMembers)) }

    init(_ error: JSONShapeError) { self.init(JSONShapeErrors(error)) }
}

extension JSONShapeError {
    var isOfUnknown: Bool {
        if case .unknown = problem { true } else { false }
    }

    /// One problem can concern several unknown names.
    var wrongMembers: [WrongMember] {
        let place = path.isEmpty ? "The body" : "The member \(path)"
        return switch problem {
        case .missing: [WrongMember(path, "\(place) is missing.")]
        case .missingBoth(let other): [WrongMember(path, "\(place), or \(other), is missing.")]
        case .isNot(let kind): [WrongMember(path, "\(place) must be \(kind).")]
        case .unknown(let known): NearestName.wrong("member", [path], among: known)
        case .unknownInside(let names, let known): NearestName.wrong("member", names, among: known)
        case .refused(let text, _): [WrongMember(path, text)]
        }
    }
}

extension JSONValue {
    /// The truth value, or 0 or 1 instead of it; nil for anything else.
    var lenientFlag: Bool? {
        if let bool { return bool }
        switch kind == .number ? decimal(literal) : nil {
        case 0: return false
        case 1: return true
        default: return nil
        }
    }

    /// The number, or 1 or 0 for a truth value; nil for anything else.
    var lenientNumber: Double? {
        if let bool { return bool ? 1 : 0 }
        return kind == .number ? decimal(literal) : nil
    }
}

extension Coordinate {
    /// - Parameter names: The names of the members or parameters, for the error.
    init(
        readFrom latitude: Double, _ longitude: Double, names: (String, String) = ("latitude", "longitude")
    ) throws(EdgeError) {
        guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
            var wrong: [WrongMember] = []
            if !(abs(latitude) <= 90) { wrong.append(WrongMember(names.0, "The latitude must be from -90 to 90.")) }
            if !(abs(longitude) <= 180) {
                wrong.append(WrongMember(names.1, "The longitude must be from -180 to 180."))
            }
            throw EdgeError(wrong)
        }
        self = coordinate
    }
}
