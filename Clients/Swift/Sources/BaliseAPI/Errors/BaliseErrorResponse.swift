// What the app API and the Ecovelo API say of an error.

public import BaliseJSON

/// An error of the app API or of the Ecovelo API: an object of texts only, since one of the apps reads no other.
public struct BaliseErrorResponse: JSONConvertible, Hashable {
    /// Which error of the catalogue it is, for example `TOKEN_EXPIRED`; the member `error` says the same.
    public var code: String
    /// A sentence for people.
    public var message: String
    /// The key under which an app finds its own words for the error; by default the code in small letters.
    public var title: String
    /// The member or parameter that is wrong, such as `content.texts[0].title`. The first one where several are; `message` names
    /// all. Left out where no single member is to blame.
    public var field: String?
    /// With `SECOND_STEP_REQUIRED`, what the second step is shown with; left out elsewhere.
    public var ticket: SecretString?

    /// Makes a body of these members; nil leaves one out.
    public init(code: String, message: String, title: String, field: String? = nil, ticket: SecretString? = nil) {
        self.code = code
        self.message = message
        self.title = title
        self.field = field
        self.ticket = ticket
    }

    private enum DerivedKeys: CodingKey {
        case error
    }

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
