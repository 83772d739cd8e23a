public import BaliseJSON

/// A passkey as a proof of the user's identity, part of `RequestErasureRequest`. It is `AuthenticationResponseJSON` of
/// W3C Web Authentication, as in `SignInWithPasskeyRequest`. Other members are ignored.
public struct PasskeyProof: JSONConvertible, Hashable {
    /// The credential id.
    public var id: String
    /// The authenticator's answer.
    public var response: SignInWithPasskeyRequest.Response

    /// Makes a body of these members.
    public init(id: String, response: SignInWithPasskeyRequest.Response) {
        self.id = id
        self.response = response
    }
}

/// Browsers send every member of a credential.
extension PasskeyProof: JSONOpenObject {}
