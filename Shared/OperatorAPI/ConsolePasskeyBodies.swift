public import BaliseAPI
public import BaliseJSON
public import Foundation

/// The passkeys for signing in to the console: the answer of GET /console-passkeys.
public struct ConsolePasskeyList: JSONConvertible, Hashable {
    /// The latest first.
    public var passkeys: [ConsolePasskey]

    public init(passkeys: [ConsolePasskey]) { self.passkeys = passkeys }
}

/// A passkey of an API key, without secrets.
public struct ConsolePasskey: JSONConvertible, Hashable {
    public var id: String
    /// The API key that its operator acts with.
    public var apiKey: String
    public var apiKeyName: String
    public var name: String
    public var createdAt: Date
    /// Nil before the first sign-in.
    public var lastUsedAt: Date?

    public init(
        id: String, apiKey: String, apiKeyName: String, name: String, createdAt: Date, lastUsedAt: Date? = nil
    ) {
        self.id = id
        self.apiKey = apiKey
        self.apiKeyName = apiKeyName
        self.name = name
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
    }
}

/// The body with which the console's page adds a passkey to the API key of its session.
public struct AddConsolePasskeyRequest: OperatorRequest, Hashable {
    /// The credential id.
    public var id: String
    public var response: RegisterPasskeyRequest.Response
    /// At most 64 characters; nil for `Passkey`.
    public var name: String?

    public init(id: String, response: RegisterPasskeyRequest.Response, name: String? = nil) {
        self.id = id
        self.response = response
        self.name = name
    }

    public static let members = CodingKeys.allCases.map { (name: $0.stringValue, rule: $0.rule) }

    private enum CodingKeys: CodingKey, CaseIterable {
        case id, response, name

        var rule: String {
            switch self {
            case .id: "the credential id in base64url"
            case .response: "what the authenticator answered"
            case .name: "a text of 1 to 64 characters"
            }
        }
    }
}

/// The body with which the console's page begins its session with a passkey.
public struct ShowConsolePasskeyRequest: OperatorRequest, Hashable {
    /// The credential id.
    public var id: String
    public var response: SignInWithPasskeyRequest.Response

    public init(id: String, response: SignInWithPasskeyRequest.Response) {
        self.id = id
        self.response = response
    }

    public static let members = CodingKeys.allCases.map { (name: $0.stringValue, rule: $0.rule) }

    private enum CodingKeys: CodingKey, CaseIterable {
        case id, response

        var rule: String {
            switch self {
            case .id: "the credential id in base64url"
            case .response: "what the authenticator answered"
            }
        }
    }
}
