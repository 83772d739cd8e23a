import BaliseAPI
import Foundation

extension RegisterPasskeyRequest {
    /// A new passkey, without a name. `clientData` is the JSON that was signed, byte for byte; `attestationObject` the
    /// public key and its attestation, in CBOR.
    init(credentialID: Data, clientData: Data, attestationObject: Data) {
        self.init(
            id: credentialID.base64URL,
            response: Response(
                clientDataJSON: clientData.base64URL, attestationObject: attestationObject.base64URL,
                // Apple's passkeys are on the device itself, and serve another device by its camera.
                transports: ["internal", "hybrid"]))
    }
}

extension SignInWithPasskeyRequest {
    /// The use of a passkey. `clientData` is the JSON that was signed, byte for byte; `authenticatorData` the domain
    /// that it was signed for, and whether the user was verified; `signature` that of both; `userID` the account at the
    /// server.
    init(credentialID: Data, clientData: Data, authenticatorData: Data, signature: Data, userID: Data) {
        self.init(
            id: credentialID.base64URL,
            response: Response(
                clientDataJSON: clientData.base64URL, authenticatorData: authenticatorData.base64URL,
                signature: signature.base64URL, userHandle: userID.base64URL))
    }
}
