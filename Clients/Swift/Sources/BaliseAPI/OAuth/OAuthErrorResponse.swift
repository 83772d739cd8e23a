// What the OAuth API says of an error (RFC 6749, section 5.2).

public import BaliseJSON

/// An error of the OAuth API.
public struct OAuthErrorResponse: JSONConvertible, Hashable {
    /// The name that the RFC has for it, for example `invalid_request`.
    public var error: String
    /// For developers, in ASCII.
    public var errorDescription: String
    /// Which error of the catalogue it is, where that says more than `error`.
    public var code: String?
    /// The same in small letters.
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
