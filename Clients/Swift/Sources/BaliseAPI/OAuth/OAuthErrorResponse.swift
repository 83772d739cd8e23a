public import BaliseJSON

/// An error of the OAuth API (RFC 6749, section 5.2).
public struct OAuthErrorResponse: JSONConvertible, Hashable {
    /// The RFC's code, for example `invalid_request`.
    public var error: String
    /// For developers, in ASCII.
    public var errorDescription: String
    /// The code in the catalogue, if it is more precise than `error`.
    public var code: String?
    /// `code` in lower case.
    public var title: String?

    /// Makes a body of these members; nil leaves one out.
    public init(error: String, errorDescription: String, code: String? = nil, title: String? = nil) {
        self.error = error
        self.errorDescription = errorDescription
        self.code = code
        self.title = title
    }

    private enum CodingKeys: String, CodingKey {
        case error
        case errorDescription = "error_description"
        case code, title
    }
}
