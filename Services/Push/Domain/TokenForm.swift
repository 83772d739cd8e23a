// What push tokens look like, and whose they are when the app does not say.

import BaliseAPI
import Models

/// The forms of push tokens. They are opaque: nothing is read from them but who gave them out.
enum TokenForm {
    /// No provider's token is longer (FCM's have about 160 bytes, APNs' are hex of 32 bytes and more).
    static let maximumLength = RegisterPushTokenRequest.tokenLengths.upperBound
    /// Nothing shorter is a token of FCM.
    static let shortestOfFCM = 10
    /// Two bytes as hex. Apple promises no length, so anything that is hex of whole bytes may be a token.
    static let shortestOfAPNs = RegisterPushTokenRequest.tokenLengths.lowerBound
    /// 200 bytes as hex; those of today have 32 to 80.
    static let maximumLengthOfAPNs = 400

    /// Whose token it is, by its form: hex of whole bytes is APNs', what has other characters of tokens is FCM's. Nil
    /// for what cannot be a token of either.
    static func provider(of token: String) -> PushProvider? {
        if isForAPNs(token) { return .apns }
        return isForFCM(token) ? .fcm : nil
    }

    /// Whether it can be a token of the provider that the app names.
    static func isToken(_ token: String, of provider: PushProvider) -> Bool {
        switch provider {
        case .apns: isForAPNs(token)
        case .fcm: isForFCM(token)
        }
    }

    private static func isForAPNs(_ token: String) -> Bool {
        let length = token.utf8.count
        return (shortestOfAPNs...maximumLengthOfAPNs).contains(length) && length.isMultiple(of: 2)
            && token.utf8.allSatisfy(\.isHexDigit)
    }

    private static func isForFCM(_ token: String) -> Bool {
        guard (shortestOfFCM...maximumLength).contains(token.utf8.count) else { return false }
        // A cut token of APNs is no token of FCM.
        return token.isASCIIAlphanumeric(or: ":-_.%") && !token.utf8.allSatisfy(\.isHexDigit)
    }
}
