// By which credential a session of the console has begun, and what that lets a browser do.

import Models
import OperatorAPI

/// The credential in whose name a session of the console calls.
enum ConsoleCredential: Sendable {
    case operatorToken
    case operatorKey
    /// The key itself is kept while the session lives, so that each call is judged by what the key is worth then.
    case apiKey(SecretText, APIKeyID, name: String?)
    /// The operator of a key has shown a passkey of it, and has got a secret for that, by which the key is judged at each
    /// call.
    case passkey(SecretText, APIKeyID, name: String?)

    /// The credential of a caller; nil for a health check.
    init?(_ caller: OperatorAccess.Caller, shown key: String?) {
        switch caller {
        case .healthCheck: return nil
        case .operatorToken: self = .operatorToken
        case .operatorKey: self = .operatorKey
        case .apiKey(let id, let name, _, _):
            guard let key, let id else { return nil }
            self = .apiKey(SecretText(key), id, name: name)
        }
    }

    /// How operators know it, for counting the sessions of each.
    var name: String {
        switch self {
        case .operatorToken: AuditCredential.operatorToken.rawValue
        case .operatorKey: AuditCredential.operationsKey.rawValue
        case .apiKey(_, let id, _), .passkey(_, let id, _): id.text
        }
    }

    /// The API key; nil for a credential that is none.
    var key: APIKeyID? {
        switch self {
        case .operatorToken, .operatorKey: nil
        case .apiKey(_, let id, _), .passkey(_, let id, _): id
        }
    }

    /// What operators call the key.
    var keyName: String? {
        switch self {
        case .operatorToken, .operatorKey: nil
        case .apiKey(_, _, let name), .passkey(_, _, let name): name
        }
    }

    /// How a session with it has begun.
    var beginning: String { if case .passkey = self { "passkey" } else { "link" } }
}

extension ConsoleRole {
    /// What an API key with these scopes may do in the console; nil for one that may not see it.
    init?(_ scopes: [APIKeyScope]) {
        if scopes.contains(.operate) {
            self = .operator
        } else if scopes.contains(.assist) {
            self = .support
        } else if scopes.contains(.view) {
            self = .viewer
        } else {
            return nil
        }
    }
}
