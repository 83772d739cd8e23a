// What an authenticator has to know to make a passkey.

public import BaliseJSON
public import Foundation

/// What an authenticator has to know to make a passkey: `PublicKeyCredentialCreationOptionsJSON` of W3C Web
/// Authentication, of which it holds what Apple's systems take.
public struct PasskeyRegistrationChallenge: Hashable, Sendable {
    /// COSE's number of ECDSA with P-256 and SHA-256, the one algorithm of Apple's passkeys.
    private static let es256 = -7

    /// The domain that the passkey is for, of the app's associated domains (`webcredentials`).
    public var relyingParty: String
    /// What the server wants to see again.
    public var challenge: Data
    /// By what the server knows the account again; it tells nothing of its person.
    public var userID: Data
    /// By which the person tells their passkeys apart.
    public var userName: String
    /// The person's name, where it is another one.
    public var displayName: String
    /// The passkeys that the account has: a device that holds one of them makes no other.
    public var excluded: [Data]
    /// Whether the person has to show their face, finger or code.
    public var userVerification: PasskeyUserVerification

    /// What an authenticator has to know.
    public init(
        relyingParty: String, challenge: Data, userID: Data, userName: String, displayName: String = "",
        excluded: [Data] = [], userVerification: PasskeyUserVerification = .preferred
    ) {
        self.relyingParty = relyingParty
        self.challenge = challenge
        self.userID = userID
        self.userName = userName
        self.displayName = displayName
        self.excluded = excluded
        self.userVerification = userVerification
    }
}

extension PasskeyRegistrationChallenge: JSONReadable {
    /// Reads the options as a server gives them. Those for no key that Apple's systems make are refused.
    public init(_ json: JSONValue) throws(JSONShapeError) {
        let user: UserEntity = try json.needed("user")
        let algorithms: [Algorithm] = try json.needed("pubKeyCredParams")
        // An empty list stands for the usual ones, of which this is the first (WebAuthn level 2, section 5.4).
        guard algorithms.isEmpty || algorithms.contains(where: { $0.number == Self.es256 }) else {
            throw JSONShapeError(.isNot("a list with ES256 (-7)"), at: Member.pubKeyCredParams)
        }
        let excluded: [PasskeyDescriptor]? = try json.optional("excludeCredentials")
        let selection: Selection? = try json.optional("authenticatorSelection")
        self.init(
            relyingParty: try json.needed("rp", as: RelyingParty.self).id,
            challenge: try json.needed("challenge", as: PasskeyBytes.self).data,
            userID: user.id, userName: user.name, displayName: user.displayName,
            excluded: (excluded ?? []).map(\.id), userVerification: selection?.userVerification ?? .preferred)
    }

    private enum Member: CodingKey { case pubKeyCredParams }

    private struct RelyingParty: JSONReadable {
        let id: String

        init(_ json: JSONValue) throws(JSONShapeError) { id = try json.needed("id") }
    }

    private struct UserEntity: JSONReadable {
        let id: Data
        let name: String
        let displayName: String

        init(_ json: JSONValue) throws(JSONShapeError) {
            id = try json.needed("id", as: PasskeyBytes.self).data
            name = try json.needed("name")
            displayName = try json.optional("displayName") ?? ""
        }
    }

    private struct Algorithm: JSONReadable {
        let number: Int

        init(_ json: JSONValue) throws(JSONShapeError) { number = try json.needed("alg") }
    }

    private struct Selection: JSONReadable {
        let userVerification: PasskeyUserVerification?

        init(_ json: JSONValue) throws(JSONShapeError) { userVerification = try json.optional("userVerification") }
    }
}
