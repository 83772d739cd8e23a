public import BaliseJSON

/// An error of the app API or of the Ecovelo API. All members are strings, because one of the apps reads no others.
public struct BaliseErrorResponse: JSONConvertible, Hashable {
    /// The code in the catalogue, for example `TOKEN_EXPIRED`; the member `error` has the same value.
    public var code: String
    /// A sentence for people.
    public var message: String
    /// The key of the app's own text for the error; by default the code in lower case.
    public var title: String
    /// The wrong member or parameter, such as `content.texts[0].title`. If several are wrong it is the first, and
    /// `message` names all. Left out if no single member is wrong.
    public var field: String?
    /// With `SECOND_STEP_REQUIRED`, the ticket for the second step; left out otherwise.
    public var ticket: SecretText?

    public init(code: String, message: String, title: String, field: String? = nil, ticket: SecretText? = nil) {
        (self.code, self.message) = (code, message)
        (self.title, self.field, self.ticket) = (title, field, ticket)
    }

    private enum DerivedKeys: CodingKey { case error }

    public func encode(to encoder: any Encoder) throws {
        var derived = encoder.container(keyedBy: DerivedKeys.self)
        try derived.encode(code, forKey: .error)
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(message, forKey: .message)
        try members.encode(code, forKey: .code)
        try members.encode(title, forKey: .title)
        try members.encodeIfPresent(field, forKey: .field)
        try members.encodeIfPresent(ticket, forKey: .ticket)
    }
}
