// What an authenticator answers that has made a passkey.

public import BaliseJSON
public import Foundation

/// What an authenticator answers that has made a passkey.
public struct PasskeyAttestation: Hashable, Sendable {
    /// The passkey's id.
    public var credentialID: Data
    /// The JSON that was signed, in its very bytes.
    public var clientData: Data
    /// The public key and what vouches for it, in CBOR.
    public var attestationObject: Data

    /// What an authenticator answers.
    public init(credentialID: Data, clientData: Data, attestationObject: Data) {
        self.credentialID = credentialID
        self.clientData = clientData
        self.attestationObject = attestationObject
    }
}

extension PasskeyAttestation: JSONWritable {
    /// Sets the members of WebAuthn's `RegistrationResponseJSON`.
    public func write(to json: inout JSONObject) {
        var response = JSONObject()
        response.set("clientDataJSON", clientData.base64URL)
        response.set("attestationObject", attestationObject.base64URL)
        // Apple's passkeys are on the device itself, and serve another one by its camera.
        response.set("transports", ["internal", "hybrid"])
        json.setPasskey(credentialID, response)
    }
}
