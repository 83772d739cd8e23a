public import BaliseJSON

/// The address that gets a code if an account has confirmed it: the body of POST auth/email-code/request.
public struct EmailSignInRequest: JSONConvertible, Hashable {
    /// The e-mail address.
    public var email: String

    /// Makes a body of these members.
    public init(email: String) {
        self.email = email
    }
}
