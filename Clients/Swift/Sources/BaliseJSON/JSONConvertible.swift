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
public protocol JSONConvertible: JSONReadable, JSONWritable {}

extension JSONWritable {
    /// The JSON object.
    public var json: JSONObject {
        var json = JSONObject()
        write(to: &json)
        return json
    }
}

extension JSONReadable {
    /// Reads a whole JSON text in UTF-8; a `JSONError` for what is no JSON, a `JSONShapeError` for JSON of another form.
    public init(jsonText bytes: [UInt8]) throws { try self.init(JSONDocument(bytes).root) }
}
