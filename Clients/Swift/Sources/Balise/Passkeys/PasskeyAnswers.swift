// What authenticators of Apple's systems answer, as the server takes it.

import BaliseAPI
import Foundation

extension RegisterPasskeyRequest {
    /// A passkey that was made, without a name.
    ///
    /// - Parameters:
    ///   - credentialID: The passkey's id.
    ///   - clientData: The JSON that was signed, in its very bytes.
    ///   - attestationObject: The public key and what vouches for it, in CBOR.
    init(credentialID: Data, clientData: Data, attestationObject: Data) {
        self.init(
            id: credentialID.base64URL,
            response: Response(
                clientDataJSON: clientData.base64URL, attestationObject: attestationObject.base64URL,
                // Apple's passkeys are on the device itself, and serve another one by its camera.
                transports: ["internal", "hybrid"]))
    }
}

extension SignInWithPasskeyRequest {
    /// A passkey that was shown.
    ///
    /// - Parameters:
    ///   - credentialID: The passkey's id.
    ///   - clientData: The JSON that was signed, in its very bytes.
    ///   - authenticatorData: For which domain it was signed, and whether the person was verified.
    ///   - signature: The signature of both.
    ///   - userID: By what the server knows the account again.
    init(credentialID: Data, clientData: Data, authenticatorData: Data, signature: Data, userID: Data) {
        self.init(
            id: credentialID.base64URL,
            response: Response(
                clientDataJSON: clientData.base64URL, authenticatorData: authenticatorData.base64URL,
                signature: signature.base64URL, userHandle: userID.base64URL))
    }
}
