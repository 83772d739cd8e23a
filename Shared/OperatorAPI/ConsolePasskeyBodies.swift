// Passkeys with which operators sign in to the console.

public import BaliseAPI
public import BaliseJSON
public import Foundation

/// The passkeys of API keys.
public struct ConsolePasskeyList: JSONConvertible, Hashable {
    /// The latest first.
    public var passkeys: [ConsolePasskey]

    /// Makes a body of this member.
    public init(passkeys: [ConsolePasskey]) { self.passkeys = passkeys }
}

/// A passkey of an API key. Nothing of it is secret.
public struct ConsolePasskey: JSONConvertible, Hashable {
    /// By which it is removed.
    public var id: String
    /// The id of the API key in whose name its operator signs in.
    public var apiKey: String
    /// What operators call the key.
    public var apiKeyName: String
    /// As its operator calls it.
    public var name: String
    /// When it was added.
    public var createdAt: Date
    /// When somebody last signed in with it; nil for never.
    public var lastUsedAt: Date?

    /// Makes a body of these members; nil leaves one out.
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

/// What the page of the console sends to add a passkey to the API key of its session.
public struct AddConsolePasskeyRequest: OperatorRequest, Hashable {
    /// The credential id.
    public var id: String
    /// What the authenticator answered.
    public var response: RegisterPasskeyRequest.Response
    /// At most 64 characters; nil for `Passkey`.
    public var name: String?

    /// Makes a body of these members; nil leaves one out.
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

/// What the page of the console sends to begin its session by a passkey.
public struct ShowConsolePasskeyRequest: OperatorRequest, Hashable {
    /// The credential id.
    public var id: String
    /// What the authenticator answered.
    public var response: SignInWithPasskeyRequest.Response

    /// Makes a body of these members.
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
