public import BaliseJSON

/// An error of the app API or of the Ecovelo API. All members are strings, because one of the apps can read only
/// strings. So each wrong member of a request has its own member here: `errors.email` is the text about `email`.
public struct BaliseErrorResponse: JSONConvertible, Hashable {
    /// The code from the catalogue of errors, for example `TOKEN_EXPIRED`. The member `error` has the same value.
    public var code: String
    /// The error as one or several sentences for people.
    public var message: String
    /// The key of the app's own text for the error; by default the code in lower case.
    public var title: String
    /// The wrong members or parameters; may be empty. The member `field` names the first of them.
    public var wrongMembers: [WrongMember]
    /// The id of the request in the server's log, the same as in the header `X-Request-Id`.
    public var requestId: String?
    /// The ticket for the second step, if the code is `SECOND_STEP_REQUIRED`; left out otherwise.
    public var ticket: SecretText?

    public init(
        code: String, message: String, title: String, wrongMembers: [WrongMember] = [], requestId: String? = nil,
        ticket: SecretText? = nil
    ) {
        (self.code, self.message, self.title) = (code, message, title)
        (self.wrongMembers, self.requestId, self.ticket) = (wrongMembers, requestId, ticket)
    }

    private enum CodingKeys: CodingKey { case error, message, code, title, field, requestId, ticket }

    /// The beginning of the names of the members that describe wrong members.
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
        wrongMembers = try texts.allKeys.compactMap { key -> WrongMember? in
            guard key.stringValue.hasPrefix(Self.wrongMemberPrefix) else { return nil }
            return WrongMember(
                String(key.stringValue.dropFirst(Self.wrongMemberPrefix.count)),
                try texts.decode(String.self, forKey: key))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(code, forKey: .error)
        try members.encode(message, forKey: .message)
        try members.encode(code, forKey: .code)
        try members.encode(title, forKey: .title)
        try members.encodeIfPresent(wrongMembers.first?.field, forKey: .field)
        var texts = encoder.container(keyedBy: WrongMemberKey.self)
        for wrong in wrongMembers {
            try texts.encode(wrong.message, forKey: WrongMemberKey(stringValue: Self.wrongMemberPrefix + wrong.field))
        }
        try members.encodeIfPresent(requestId, forKey: .requestId)
        try members.encodeIfPresent(ticket, forKey: .ticket)
    }
}
