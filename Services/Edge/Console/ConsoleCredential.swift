import Models
import OperatorAPI

enum ConsoleCredential: Sendable {
    case operatorToken
    case operatorKey
    /// The session keeps the key itself, so that each call is authorized by the key's current rights.
    case apiKey(SecretText, APIKeyID, name: String?)
    /// auth-session issued this secret for a passkey of the key, and authorizes each call by the key's current rights.
    case passkey(SecretText, APIKeyID, name: String?)

    /// Nil for a health check.
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

    var name: String {
        switch self {
        case .operatorToken: AuditCredential.operatorToken.rawValue
        case .operatorKey: AuditCredential.operationsKey.rawValue
        case .apiKey(_, let id, _), .passkey(_, let id, _): id.text
        }
    }

    var key: APIKeyID? {
        switch self {
        case .operatorToken, .operatorKey: nil
        case .apiKey(_, let id, _), .passkey(_, let id, _): id
        }
    }

    var keyName: String? {
        switch self {
        case .operatorToken, .operatorKey: nil
        case .apiKey(_, _, let name), .passkey(_, _, let name): name
        }
    }

    var beginning: String { if case .passkey = self { "passkey" } else { "link" } }
}

extension ConsoleRole {
    /// Nil if the key may not see the console.
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
