// What can be read from JSON, what can be written as JSON, and what can be both.

/// What can be read from a value of a JSON document.
public protocol JSONReadable: Sendable {
    /// Reads a value. Members that are not known are passed over; what is needed and missing, or is of another kind, is
    /// told with its place.
    init(_ json: JSONValue) throws(JSONShapeError)
}

/// What can be written as a JSON object.
public protocol JSONWritable: Sendable {
    /// Sets the members of the object, in the order in which they are sent.
    func write(to json: inout JSONObject)
}

/// The body of a request or an answer: a JSON object.
///
/// A struct only declares its members, in the order in which they are sent: reading and writing follow from `Codable`.
/// A member that is nil is left out; `@Nullable` writes `null` instead.
public protocol JSONConvertible: JSONReadable, JSONWritable, Codable {}

extension JSONConvertible {
    public init(_ json: JSONValue) throws(JSONShapeError) { self = try JSONValueDecoder(json).read(Self.self) }

    /// Reads a value as the server reads the body of a request.
    ///
    /// Reading goes on after an error, so that all errors are found. A member that nothing reads is an error, since it was meant
    /// to say something (`JSONOpenObject` is the exception). A body out of the bounds of `JSONBounded` is refused.
    ///
    /// Some things that apps mix up are accepted. 0 and 1 count as truth values and truth values as numbers, since one of the
    /// apps does not tell them apart. An empty text counts as absent. A moment may be a number of seconds or milliseconds
    /// since 1970. A member may have one of its other names (`JSONAliases`).
    public init(lenient json: JSONValue) throws(JSONShapeErrors) {
        self = try JSONValueDecoder(json, isLenient: true).readAll(Self.self)
    }

    public func write(to json: inout JSONObject) { json.setMembers(of: self) }
}

/// A body some of whose members come under other names too.
public protocol JSONAliases {
    /// The other names by the member's own, in the order in which they are looked for. Only lenient reading heeds them.
    static var otherNames: [String: [String]] { get }
}

/// A body in which apps send more than the server reads. Its unknown members are passed over.
public protocol JSONOpenObject: JSONConvertible {}

/// A value whose empty text is as good as none to lenient reading.
public protocol JSONText: Codable {}

extension String: JSONText {}

extension JSONWritable {
    /// The JSON object.
    public var json: JSONObject {
        var json = JSONObject()
        write(to: &json)
        return json
    }
}

extension JSONReadable {
    /// Reads a whole JSON text in UTF-8; a `JSONError` for what is no JSON, a `JSONShapeError` for JSON of another
    /// form.
    public init(jsonText bytes: [UInt8]) throws { try self.init(JSONDocument(bytes).root) }
}
