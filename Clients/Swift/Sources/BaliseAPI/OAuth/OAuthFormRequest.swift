// What every body is that the OAuth API takes: parameters of a form (RFC 6749, section 3.2).

public import BaliseJSON

/// A body of the type `application/x-www-form-urlencoded`, all of whose members are texts. A server ignores unknown parameters
/// (RFC 6749, section 3.2).
public protocol OAuthFormRequest: JSONOpenObject {
    /// The names of its parameters.
    associatedtype Parameter: CodingKey & RawRepresentable<String>
}

extension OAuthFormRequest {
    /// The names and the values of its parameters, in the order in which they are sent.
    public var parameters: [(String, String)] {
        guard let members = try? JSONDocument(json.bytes).root.members else { return [] }
        return members.map { ($0.name, $0.value.string ?? "") }
    }
}
