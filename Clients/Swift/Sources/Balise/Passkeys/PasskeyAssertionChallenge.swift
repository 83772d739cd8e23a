// What an authenticator has to know to show a passkey.

public import BaliseJSON
public import Foundation

/// What an authenticator has to know to show a passkey: `PublicKeyCredentialRequestOptionsJSON` of W3C Web
/// Authentication, of which it holds what Apple's systems take.
public struct PasskeyAssertionChallenge: Hashable, Sendable {
    /// The domain that the passkey is for, of the app's associated domains (`webcredentials`).
    public var relyingParty: String
    /// What the server wants to have signed.
    public var challenge: Data
    /// The passkeys that will do; empty for any, of which the person chooses one.
    public var allowed: [Data]
    /// Whether the person has to show their face, finger or code.
    public var userVerification: PasskeyUserVerification

    /// What an authenticator has to know.
    public init(
        relyingParty: String, challenge: Data, allowed: [Data] = [],
        userVerification: PasskeyUserVerification = .preferred
    ) {
        self.relyingParty = relyingParty
        self.challenge = challenge
        self.allowed = allowed
        self.userVerification = userVerification
    }
}

extension PasskeyAssertionChallenge: JSONReadable {
    /// Reads the options as a server gives them.
    public init(_ json: JSONValue) throws(JSONShapeError) {
        let allowed: [PasskeyDescriptor]? = try json.optional("allowCredentials")
        self.init(
            relyingParty: try json.needed("rpId"),
            challenge: try json.needed("challenge", as: PasskeyBytes.self).data,
            allowed: (allowed ?? []).map(\.id),
            userVerification: try json.optional("userVerification") ?? .preferred)
    }
}

/// Whether a person has to show their face, finger or code to use a passkey.
public enum PasskeyUserVerification: String, Hashable, Sendable {
    /// They have to.
    case required
    /// They have to where the device can ask for it.
    case preferred
    /// They need not.
    case discouraged
}

extension PasskeyUserVerification: JSONReadable {
    /// Reads one of the words; another one counts as `preferred`, as WebAuthn wants it of unknown ones.
    public init(_ json: JSONValue) throws(JSONShapeError) {
        self = PasskeyUserVerification(rawValue: try String(json)) ?? .preferred
    }
}
