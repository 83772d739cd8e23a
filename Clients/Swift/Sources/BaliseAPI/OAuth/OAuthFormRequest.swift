public import BaliseJSON

/// A body of the type `application/x-www-form-urlencoded`, all strings. Unknown parameters are ignored (RFC 6749, 3.2).
public protocol OAuthFormRequest: JSONOpenObject {
    /// The names of its parameters.
    associatedtype Parameter: CodingKey & RawRepresentable<String>
}

extension OAuthFormRequest {
    /// The parameters' names and values, in the order of sending.
    public var parameters: [(String, String)] {
        guard let members = try? JSONDocument(json.bytes).root.members else { return [] }
        return members.map { ($0.name, $0.value.string ?? "") }
    }
}
