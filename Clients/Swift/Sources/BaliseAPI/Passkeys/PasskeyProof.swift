// A passkey as a proof, as it stands in the bodies of RequestErasureRequest.

public import BaliseJSON

/// A passkey that an authenticator has shown to a person who is signed in: `AuthenticationResponseJSON` of W3C Web
/// Authentication, as `SignInWithPasskeyRequest` has it. Other members of it are passed over.
public struct PasskeyProof: JSONConvertible, Hashable {
    /// The credential id.
    public var id: String
    /// What the authenticator answered.
    public var response: SignInWithPasskeyRequest.Response

    /// Makes a body of these members.
    public init(id: String, response: SignInWithPasskeyRequest.Response) {
        self.id = id
        self.response = response
    }
}

/// Browsers send all of a credential.
extension PasskeyProof: JSONOpenObject {}
