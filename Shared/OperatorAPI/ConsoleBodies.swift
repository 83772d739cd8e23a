public import BaliseAPI
public import BaliseJSON
public import Foundation

/// The rights of a console session, which are those of the credential that created its link.
public struct ConsoleRole: OpenWord {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let viewer = ConsoleRole(rawValue: "viewer")
    /// The session may look, and may also help one user.
    public static let support = ConsoleRole(rawValue: "support")
    public static let `operator` = ConsoleRole(rawValue: "operator")
    public static let allCases: [ConsoleRole] = [.viewer, .support, .operator]
}

/// A link into the console: the answer of POST /console-links.
public struct ConsoleLink: JSONConvertible, Hashable {
    /// The link. It contains a secret and is valid once.
    public var url: SecretText
    public var expiresAt: Date
    public var role: ConsoleRole

    public init(url: SecretText, expiresAt: Date, role: ConsoleRole) {
        (self.url, self.expiresAt, self.role) = (url, expiresAt, role)
    }
}

/// The console sessions of this edge, which exist only in its memory: the answer of GET /console-sessions.
public struct ConsoleSessionList: JSONConvertible, Hashable {
    /// The sessions, the latest first.
    public var sessions: [ConsoleSessionDescription]

    public init(sessions: [ConsoleSessionDescription]) { self.sessions = sessions }
}

/// An operator's session in the console: an item in the answer of GET /console-sessions.
public struct ConsoleSessionDescription: JSONConvertible, Hashable {
    /// The id with which the session is ended.
    public var id: String
    public var role: ConsoleRole
    /// The kind of credential: `operator-token`, `operations-key` or `api-key`.
    public var credential: String
    /// How the session began: by a `link`, or by a `passkey` of the API key.
    public var beganBy: String
    public var apiKey: String?
    /// The operators' name for the API key; nil for another credential.
    public var apiKeyName: String?
    public var userAgent: String?
    public var createdAt: Date
    public var lastUsedAt: Date
    /// When the session ends if it is not used again: by its age, or earlier by lack of use.
    public var expiresAt: Date

    public init(
        id: String, role: ConsoleRole, credential: String, beganBy: String, apiKey: String? = nil,
        apiKeyName: String? = nil, userAgent: String? = nil, createdAt: Date, lastUsedAt: Date, expiresAt: Date
    ) {
        (self.id, self.role, self.credential, self.beganBy) = (id, role, credential, beganBy)
        (self.apiKey, self.apiKeyName, self.userAgent) = (apiKey, apiKeyName, userAgent)
        (self.createdAt, self.lastUsedAt, self.expiresAt) = (createdAt, lastUsedAt, expiresAt)
    }
}

/// The body with which the console's page begins its session.
public struct BeginConsoleSessionRequest: OperatorRequest, Hashable {
    public var link: SecretText

    public init(link: SecretText) { self.link = link }

    public static let members: KeyValuePairs = ["link": "the secret of a link"]
}

/// The passkeys for signing in to the console: the answer of GET /console-passkeys.
public struct ConsolePasskeyList: JSONConvertible, Hashable {
    /// The passkeys, the latest first.
    public var passkeys: [ConsolePasskey]

    public init(passkeys: [ConsolePasskey]) { self.passkeys = passkeys }
}

/// A passkey of an API key, without secrets.
public struct ConsolePasskey: JSONConvertible, Hashable {
    public var id: String
    /// The API key that the operator acts with after signing in.
    public var apiKey: String
    public var apiKeyName: String
    public var name: String
    public var createdAt: Date
    /// The last sign-in with the passkey; nil before the first sign-in.
    public var lastUsedAt: Date?

    public init(
        id: String, apiKey: String, apiKeyName: String, name: String, createdAt: Date, lastUsedAt: Date? = nil
    ) {
        (self.id, self.apiKey, self.apiKeyName, self.name) = (id, apiKey, apiKeyName, name)
        (self.createdAt, self.lastUsedAt) = (createdAt, lastUsedAt)
    }
}

/// The body with which the console's page adds a passkey to the API key of its session.
public struct AddConsolePasskeyRequest: OperatorRequest, Hashable {
    /// The credential id of the passkey.
    public var id: String
    public var response: RegisterPasskeyRequest.Response
    /// The passkey's name, at most 64 characters; nil for `Passkey`.
    public var name: String?

    public init(id: String, response: RegisterPasskeyRequest.Response, name: String? = nil) {
        (self.id, self.response, self.name) = (id, response, name)
    }

    public static let members: KeyValuePairs = [
        "id": "the credential id in base64url", "response": "the authenticator's answer",
        "name": "a text of 1 to 64 characters",
    ]
}

/// The body with which the console's page begins its session with a passkey.
public struct ShowConsolePasskeyRequest: OperatorRequest, Hashable {
    /// The credential id of the passkey.
    public var id: String
    public var response: SignInWithPasskeyRequest.Response

    public init(id: String, response: SignInWithPasskeyRequest.Response) { (self.id, self.response) = (id, response) }

    public static let members: KeyValuePairs = [
        "id": "the credential id in base64url", "response": "the authenticator's answer",
    ]
}
