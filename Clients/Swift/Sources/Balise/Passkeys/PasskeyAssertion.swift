// What an authenticator answers that has shown a passkey.

public import BaliseJSON
public import Foundation

/// What an authenticator answers that has shown a passkey.
public struct PasskeyAssertion: Hashable, Sendable {
    /// The passkey's id.
    public var credentialID: Data
    /// The JSON that was signed, in its very bytes.
    public var clientData: Data
    /// For which domain it was signed, and whether the person was verified.
    public var authenticatorData: Data
    /// The signature.
    public var signature: Data
    /// By what the server knows the account again.
    public var userID: Data

    /// What an authenticator answers.
    public init(credentialID: Data, clientData: Data, authenticatorData: Data, signature: Data, userID: Data) {
        self.credentialID = credentialID
        self.clientData = clientData
        self.authenticatorData = authenticatorData
        self.signature = signature
        self.userID = userID
    }
}

extension PasskeyAssertion: JSONWritable {
    /// Sets the members of WebAuthn's `AuthenticationResponseJSON`.
    public func write(to json: inout JSONObject) {
        var response = JSONObject()
        response.set("clientDataJSON", clientData.base64URL)
        response.set("authenticatorData", authenticatorData.base64URL)
        response.set("signature", signature.base64URL)
        response.set("userHandle", userID.base64URL)
        json.setPasskey(credentialID, response)
    }
}

extension JSONObject {
    /// Sets what all answers of authenticators have.
    mutating func setPasskey(_ id: Data, _ response: JSONObject) {
        set("id", id.base64URL)
        set("rawId", id.base64URL)
        set("type", "public-key")
        set("response", response)
        set("clientExtensionResults", JSONObject())
    }
}
