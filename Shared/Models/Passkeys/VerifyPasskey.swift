// A person shows a passkey.

/// Finds the account of a person who shows a passkey, and notes the sign-in on it.
///
/// Errors: `invalidToken` for whatever is wrong with what is shown (the log says what), a passkey that nobody here has
/// included; `wrongCredentials` for a disabled account; `erasurePending` for one that is to be erased, unless that is taken
/// back, after which the same can be shown once more; `invalidRequest` when no passkeys are set up here.
public struct VerifyPasskey: ServiceRequest {
    public typealias Reply = VerifiedAccount
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 73)
    /// Passkeys are shown to auth-session alone, which makes the session.
    public static let senders: Set<ServiceName> = [.authSession]

    public var assertion: PasskeyAssertion
    /// As in `VerifyPassword`: a passkey that was shown without a PIN, a finger or a face is a first step.
    public var takesSecondStep: Bool?
    /// Whether an erasure that the person asked for is taken back; nil for no.
    public var cancelsErasure: Bool?

    enum CodingKeys: Int, CodingKey { case assertion = 0, takesSecondStep, cancelsErasure }

    public init(assertion: PasskeyAssertion, takesSecondStep: Bool? = nil, cancelsErasure: Bool? = nil) {
        self.assertion = assertion
        self.takesSecondStep = takesSecondStep
        self.cancelsErasure = cancelsErasure
    }
}

/// What an authenticator answers when its person has chosen a passkey (`AuthenticatorAssertionResponse`), not verified.
public struct PasskeyAssertion: Codable, Hashable, Sendable {
    public var credentialID: [UInt8]
    /// JSON, in the bytes that were signed.
    public var clientData: [UInt8]
    public var authenticatorData: [UInt8]
    public var signature: [UInt8]
    /// Of the account for which the passkey was made; an authenticator that keeps passkeys always says it.
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
