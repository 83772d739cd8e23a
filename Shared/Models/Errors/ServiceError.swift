// The error that a service answers in place of a reply.

/// An error that a service answers in place of a reply, made for the eyes of a client.
public struct ServiceError: Error, Codable, Hashable, Sendable {
    public var code: ErrorCode
    /// One sentence that says what happened and what to do. Holds no secret and no internal text.
    public var message: String
    /// After how many seconds another try makes sense, where that is known.
    public var retryAfter: Int?
    /// With `secondStepNeeded`, what the second step is shown with. It is not printed.
    public var ticket: Personal<String>?
    /// The member of the API's body that is wrong, where all APIs call it the same.
    public var field: String?

    enum CodingKeys: Int, CodingKey { case code = 0, message, retryAfter, ticket, field }

    public init(
        _ code: ErrorCode, _ message: String, retryAfter: Int? = nil, ticket: Personal<String>? = nil,
        field: String? = nil
    ) {
        self.code = code
        self.message = message
        self.retryAfter = retryAfter
        self.ticket = ticket
        self.field = field
    }
}
