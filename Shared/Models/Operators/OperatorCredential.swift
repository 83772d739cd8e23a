/// An operator's secret, by the way it arrived.
public enum OperatorCredential: Sendable {
    /// From `Authorization`: the token in the data folder, or the operator's own key (`operations.key`).
    case token(SecretText)
    /// From `X-API-Key`.
    case apiKey(SecretText)
    /// Issued by `VerifyAPIKeyPasskey` for a passkey of an API key.
    case passkey(SecretText)
}

extension OperatorCredential: Codable {
    enum CodingKeys: Int, CodingKey { case token = 0, apiKey, passkey }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let token = try container.decodeIfPresent(SecretText.self, forKey: .token) {
            self = .token(token)
        } else if let key = try container.decodeIfPresent(SecretText.self, forKey: .apiKey) {
            self = .apiKey(key)
        } else {
            self = .passkey(try container.decode(SecretText.self, forKey: .passkey))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .token(let secret): try container.encode(secret, forKey: .token)
        case .apiKey(let secret): try container.encode(secret, forKey: .apiKey)
        case .passkey(let secret): try container.encode(secret, forKey: .passkey)
        }
    }
}
