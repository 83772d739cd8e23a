/// Finds the account for a passkey, and records the sign-in.
///
/// Errors: `invalidToken` for any failed check (the log names it), including an unknown passkey; `wrongCredentials` for
/// a disabled account; `erasurePending` if an erasure is planned and not cancelled: the same answer can then be sent a
/// second time; `invalidRequest` if passkeys are not configured.
public struct VerifyPasskey: ServiceRequest {
    public typealias Reply = VerifiedAccount
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 73)
    /// Only auth-session handles passkeys, because it creates the session.
    public static let senders: Set<ServiceName> = [.authSession]

    public var assertion: PasskeyAssertion
    /// As in `VerifyPassword`: a passkey without a PIN, a finger or a face is a first step.
    public var takesSecondStep: Bool?
    /// Whether to cancel a planned erasure; nil for no.
    public var cancelsErasure: Bool?

    enum CodingKeys: Int, CodingKey { case assertion = 0, takesSecondStep, cancelsErasure }

    public init(assertion: PasskeyAssertion, takesSecondStep: Bool? = nil, cancelsErasure: Bool? = nil) {
        self.assertion = assertion
        self.takesSecondStep = takesSecondStep
        self.cancelsErasure = cancelsErasure
    }
}

/// The authenticator's answer for a sign-in (`AuthenticatorAssertionResponse`), not verified.
public struct PasskeyAssertion: Codable, Hashable, Sendable {
    public var credentialID: [UInt8]
    /// JSON, byte for byte as it was signed.
    public var clientData: [UInt8]
    public var authenticatorData: [UInt8]
    public var signature: [UInt8]
    /// The user handle of the passkey's account; always present for passkeys that the authenticator stores.
    public var userHandle: [UInt8]?

    enum CodingKeys: Int, CodingKey { case credentialID = 0, clientData, authenticatorData, signature, userHandle }

    public init(
        credentialID: [UInt8], clientData: [UInt8], authenticatorData: [UInt8], signature: [UInt8],
        userHandle: [UInt8]?
    ) {
        self.credentialID = credentialID
        self.clientData = clientData
        self.authenticatorData = authenticatorData
        self.signature = signature
        self.userHandle = userHandle
    }
}
