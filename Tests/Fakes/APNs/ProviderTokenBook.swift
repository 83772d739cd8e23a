import Crypto
import Foundation
import Models

/// Remembers the shown provider tokens, and refuses those that Apple would refuse.
struct ProviderTokenBook {
    private(set) var shown: [String] = []
    /// The arrivals of valid tokens in the last 20 minutes, in milliseconds, by key.
    private var arrivals: [String: [Int64]] = [:]
    private var judged: [String: Judgement] = [:]

    private enum Judgement {
        /// Made at this second.
        case genuine(Int64)
        case refused(status: Int, reason: String)
    }

    mutating func refusal(
        _ authorization: String?, team: (id: String, keys: [String: P256.Signing.PublicKey])?, at now: UnixTime
    ) -> (status: Int, reason: String)? {
        guard let authorization, authorization.lowercased().hasPrefix("bearer ") else {
            return (403, "MissingProviderToken")
        }
        let text = String(authorization.dropFirst("bearer ".count))
        if judged[text] == nil {
            shown.append(text)
            judged[text] = judge(text, team, now)
        }
        switch judged[text] {
        case .refused(let status, let reason):
            if reason == "TooManyProviderTokenUpdates" { judged[text] = nil }
            return (status, reason)
        case .genuine(let madeAt):
            let age = now.rawValue / 1000 - madeAt
            return age > 3600 ? (403, "ExpiredProviderToken") : nil
        case nil: return (403, "InvalidProviderToken")
        }
    }

    private mutating func judge(
        _ text: String, _ team: (id: String, keys: [String: P256.Signing.PublicKey])?, _ now: UnixTime
    ) -> Judgement {
        struct Header: Decodable {
            let alg: String
            let kid: String
        }
        struct Claims: Decodable {
            let iss: String
            let iat: Int64
        }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, let header = decoded(Header.self, parts[0]),
            let claims = decoded(Claims.self, parts[1]),
            header.alg == "ES256", let raw = base64URLDecoded(parts[2].utf8),
            let signature = try? P256.Signing.ECDSASignature(rawRepresentation: raw)
        else { return .refused(status: 403, reason: "InvalidProviderToken") }
        if let team {
            guard claims.iss == team.id, let key = team.keys[header.kid],
                key.isValidSignature(signature, for: Data("\(parts[0]).\(parts[1])".utf8))
            else { return .refused(status: 403, reason: "InvalidProviderToken") }
        }
        arrivals[header.kid, default: []].removeAll { now.rawValue - $0 >= 20 * 60 * 1000 }
        // The first token is no update, and one update in 20 minutes is accepted.
        guard arrivals[header.kid, default: []].count < 2 else {
            return .refused(status: 429, reason: "TooManyProviderTokenUpdates")
        }
        arrivals[header.kid, default: []].append(now.rawValue)
        return .genuine(claims.iat)
    }

    private func decoded<Value: Decodable>(_ type: Value.Type, _ part: String) -> Value? {
        base64URLDecoded(part.utf8).flatMap { try? JSONDecoder().decode(type, from: Data($0)) }
    }
}
