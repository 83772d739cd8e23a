import BaliseAPI
import Models

/// Tokens are opaque; the form only reveals the provider.
enum TokenForm {
    /// For all providers: FCM's tokens have about 160 bytes, APNs' are hex of 32 bytes and more.
    static let maximumLength = RegisterPushTokenRequest.tokenLengths.upperBound
    static let shortestOfFCM = 10
    /// Two bytes as hex. Apple promises no length, so any hex of whole bytes may be a token.
    static let shortestOfAPNs = RegisterPushTokenRequest.tokenLengths.lowerBound
    /// 200 bytes as hex; current tokens have 32 to 80.
    static let maximumLengthOfAPNs = 400

    /// APNs for hex of whole bytes, FCM for other token characters, nil for an impossible token.
    static func provider(of token: String) -> PushProvider? {
        if isForAPNs(token) { return .apns }
        return isForFCM(token) ? .fcm : nil
    }

    static func isToken(_ token: String, of provider: PushProvider) -> Bool {
        switch provider {
        case .apns: isForAPNs(token)
        case .fcm: isForFCM(token)
        default: false
        }
    }

    private static func isForAPNs(_ token: String) -> Bool {
        let length = token.utf8.count
        return (shortestOfAPNs...maximumLengthOfAPNs).contains(length) && length.isMultiple(of: 2)
            && token.utf8.allSatisfy(\.isHexDigit)
    }

    private static func isForFCM(_ token: String) -> Bool {
        guard (shortestOfFCM...maximumLength).contains(token.utf8.count) else { return false }
        // A truncated APNs token is not an FCM token.
        return token.isASCIIAlphanumeric(or: ":-_.%") && !token.utf8.allSatisfy(\.isHexDigit)
    }
}
