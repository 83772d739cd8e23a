public import BaliseJSON

/// A member of a request that is wrong, and the rule for it.
public struct BaliseWrongMember: JSONConvertible, Hashable {
    /// The path in the body, such as `content.texts[0].title`, or the name of a parameter.
    public var field: String
    /// The mistake and the remedy: a sentence for developers.
    public var message: String

    public init(field: String, message: String) { (self.field, self.message) = (field, message) }
}

/// An error of the app API or of the Ecovelo API. All members are strings, because one of the apps reads no others. So
/// each wrong member of a request has a member here: `errors.email` is the text about `email`.
public struct BaliseErrorResponse: JSONConvertible, Hashable {
    /// The code in the catalogue, for example `TOKEN_EXPIRED`; the member `error` has the same value.
    public var code: String
    /// The error as one or several sentences for people.
    public var message: String
    /// The key of the app's own text for the error; by default the code in lower case.
    public var title: String
    /// The wrong members or parameters; empty if none is wrong. The member `field` names the first.
    public var errors: [BaliseWrongMember]
    /// The id of the request in the server's log, the same as in the header `X-Request-Id`.
    public var requestId: String?
    /// With `SECOND_STEP_REQUIRED`, the ticket for the second step; left out otherwise.
    public var ticket: SecretText?

    public init(
        code: String, message: String, title: String, errors: [BaliseWrongMember] = [], requestId: String? = nil,
        ticket: SecretText? = nil
    ) {
        (self.code, self.message, self.title) = (code, message, title)
        (self.errors, self.requestId, self.ticket) = (errors, requestId, ticket)
    }

    private enum CodingKeys: CodingKey { case error, message, code, title, field, requestId, ticket }

    /// The beginning of the names of members about wrong members.
    package static let wrongMemberPrefix = "errors."

    private struct WrongMemberKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { return nil }
    }

    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        code = try members.decode(String.self, forKey: .code)
        message = try members.decode(String.self, forKey: .message)
        title = try members.decode(String.self, forKey: .title)
        requestId = try members.decodeIfPresent(String.self, forKey: .requestId)
        ticket = try members.decodeIfPresent(SecretText.self, forKey: .ticket)
        let texts = try decoder.container(keyedBy: WrongMemberKey.self)
        errors = try texts.allKeys.compactMap { key -> BaliseWrongMember? in
            guard key.stringValue.hasPrefix(Self.wrongMemberPrefix) else { return nil }
            return BaliseWrongMember(
                field: String(key.stringValue.dropFirst(Self.wrongMemberPrefix.count)),
                message: try texts.decode(String.self, forKey: key))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(code, forKey: .error)
        try members.encode(message, forKey: .message)
        try members.encode(code, forKey: .code)
        try members.encode(title, forKey: .title)
        try members.encodeIfPresent(errors.first?.field, forKey: .field)
        var texts = encoder.container(keyedBy: WrongMemberKey.self)
        for error in errors {
            try texts.encode(error.message, forKey: WrongMemberKey(stringValue: Self.wrongMemberPrefix + error.field))
        }
        try members.encodeIfPresent(requestId, forKey: .requestId)
        try members.encodeIfPresent(ticket, forKey: .ticket)
    }
}
