// Who wants to sign in by mail: the body of POST auth/email-code/request.

public import BaliseJSON

/// The address to which a code is sent, if an account has confirmed it.
public struct EmailSignInRequest: JSONConvertible, Hashable {
    /// The address for electronic mail.
    public var email: String

    /// Makes a body of these members.
    public init(email: String) {
        self.email = email
    }
}
