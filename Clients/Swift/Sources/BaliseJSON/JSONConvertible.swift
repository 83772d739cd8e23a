/// A type that can be read from a JSON value.
public protocol JSONReadable: Sendable {
    /// Reads a value, ignoring unknown members. Throws an error with the place of a missing or mistyped member.
    init(_ json: JSONValue) throws(JSONShapeError)
}

/// A type that can be written as a JSON object.
public protocol JSONWritable: Sendable {
    /// Sets the members of the object, in the order in which they are sent.
    func write(to json: inout JSONObject)
}

/// The body of a request or an answer: a JSON object. A struct only declares its members, in the order of sending;
/// `Codable` does the rest. A member that is nil is left out, unless it is `@Nullable`: then `null` is written.
public protocol JSONConvertible: JSONReadable, JSONWritable, Codable {}

extension JSONConvertible {
    public init(_ json: JSONValue) throws(JSONShapeError) { self = try JSONValueDecoder(json).read(Self.self) }

    /// Reads the body of a request as the server does, and finds all errors. An unknown member is an error, because the
    /// caller expects an effect (except in a `JSONOpenObject`). A broken rule of a `JSONChecked` body is an error, too.
    ///
    /// Known mix-ups of apps are accepted: 0 and 1 as Booleans and Booleans as numbers, an empty string as an absent
    /// member, a time as a number of seconds or milliseconds since 1970, other names of a member (`JSONAliases`).
    public init(lenient json: JSONValue) throws(JSONShapeErrors) {
        self = try JSONValueDecoder(json, as: .lenientRequest).readAll(Self.self)
    }

    /// Reads the body of a request like `init(lenient:)`, but does not accept the known mix-ups of apps.
    public init(exact json: JSONValue) throws(JSONShapeErrors) {
        self = try JSONValueDecoder(json, as: .request).readAll(Self.self)
    }

    public func write(to json: inout JSONObject) { json.setMembers(of: self) }
}

/// A body with rules that the types of its members do not express.
public protocol JSONChecked: JSONConvertible {
    /// The rules that the body breaks; empty for a correct body. A member that could not be read has a placeholder.
    var shapeErrors: [JSONShapeError] { get }
}

/// A body with members that have more than one name.
public protocol JSONAliases {
    /// The other names of each member, in the order of precedence. Only lenient reading accepts them.
    static var otherNames: [String: [String]] { get }
}

/// A body whose unknown members are ignored, because old apps, web apps and browsers send more members.
public protocol JSONOpenObject: JSONConvertible {}

/// A type whose empty string counts as absent in lenient reading.
public protocol JSONText: Codable {}

extension String: JSONText {}

extension JSONWritable {
    /// The value as a JSON object.
    public var json: JSONObject {
        var json = JSONObject()
        write(to: &json)
        return json
    }
}

extension JSONReadable {
    /// Reads a whole JSON text. Throws a `JSONError` if it is no JSON, a `JSONShapeError` if it has another form.
    public init(jsonText bytes: [UInt8]) throws { try self.init(JSONDocument(bytes).root) }
}
