import Models

struct APNsAnswer: Hashable, Sendable {
    var status: Int
    var id: String?
    var reason: String?
    /// The time at which the token became invalid; nil unless the status is 410.
    var timestamp: UnixTime?
    var retryAfter: Duration?
}

struct FCMAnswer: Hashable, Sendable {
    var status: Int
    /// The name of the accepted message, `projects/…/messages/…`; nil if no message was accepted.
    var name: String?
    /// The `errorCode` of the FcmError detail; nil if the answer has no such detail.
    var code: String?
    /// The status of the error. It is misleading without the details.
    var errorStatus: String?
    /// The fields in the violations of a BadRequest.
    var badFields: [String] = []
    var isAboutToken = false
    var isDeviceQuota = false
    /// Whether a QuotaFailure is about something other than the push device.
    var isProjectQuota = false
    var retryAfter: Duration?
}

enum DeliveryRules {
    /// The least pause between two attempts during an outage of FCM.
    static let leastPauseOfFCM = Duration.seconds(10)
    static let quotaPause = Duration.seconds(60)

    /// Returns the next step, by the table of reasons in Apple's "Handling notification responses from APNs". With
    /// `isEnvironmentAssumed`, the other environment is worth an attempt. `isTopicTaken`: Apple has accepted other
    /// tokens of the topic.
    static func step(after answer: APNsAnswer, isEnvironmentAssumed: Bool, isTopicTaken: Bool) -> DeliveryStep {
        let reason = answer.reason ?? "status \(answer.status)"
        let outage = DeliveryOutcome.outage(after: answer.retryAfter, reason: reason)
        switch (answer.status, answer.reason) {
        case (200, _):
            return .done(.sent(id: answer.id))
        case (400, "DeviceTokenNotForTopic") where !isTopicTaken:
            // The topic may be wrong. If the token counted as dead, a wrong topic would delete all tokens.
            return .done(.failed(reason: reason, alarm: true))
        case (400, "BadDeviceToken"), (400, "DeviceTokenNotForTopic"):
            return .done(
                isEnvironmentAssumed
                    ? .tryOtherEnvironment(reason: reason) : .removeToken(reason: reason, ifRegisteredBefore: nil))
        case (400, "IdleTimeout"):
            return .again(.newConnection, otherwise: outage)
        case (403, "ExpiredProviderToken"):
            return .again(.newToken, otherwise: .stopCredential(reason: reason))
        case (403, _):
            // These reasons concern the credential: another team's key, a wrong environment, an expired certificate.
            return .done(.stopCredential(reason: reason))
        case (..<429, nil), (430..<500, nil):
            // Apple gives a reason. Otherwise the answer is from another server, and must not affect tokens.
            return .done(.stopCredential(reason: reason))
        case (410, _):
            return .done(.removeToken(reason: reason, ifRegisteredBefore: answer.timestamp))
        case (429, "TooManyProviderTokenUpdates"):
            return .again(.tokenBefore, otherwise: outage)
        case (503, "Shutdown"):
            return .again(.newConnection, otherwise: outage)
        case (429, _):
            return .done(.retry(after: answer.retryAfter, reason: reason))
        case (500..., _):
            return .done(outage)
        default:
            // These are the other answers with a reason, mainly with 400, 404, 405 and 413. Apple would refuse a
            // repetition, too.
            return .done(.failed(reason: reason, alarm: true))
        }
    }

    /// Returns the next step, by the error codes of the HTTP v1 API. `isMessageTaken`: FCM has accepted the message for
    /// another token.
    static func step(after answer: FCMAnswer, isMessageTaken: Bool) -> DeliveryStep {
        let reason = answer.code ?? answer.errorStatus ?? "status \(answer.status)"
        switch (answer.status, answer.code) {
        case (200, _):
            // A success without a message name is not from FCM, so the push is tried again.
            return .done(
                answer.name == nil
                    ? .outage(after: leastPauseOfFCM, reason: "status 200 without a message") : .sent(id: answer.name))
        case (_, "UNREGISTERED"):
            return .done(.removeToken(reason: reason, ifRegisteredBefore: nil))
        case (_, "INVALID_ARGUMENT")
        where answer.badFields.contains("message.token")
            || answer.badFields.isEmpty && (answer.isAboutToken || isMessageTaken):
            return .done(.removeToken(reason: reason, ifRegisteredBefore: nil))
        case (_, "SENDER_ID_MISMATCH"):
            // The token belongs to another project. It stays, because a wrong service account would delete all tokens.
            return .done(.failed(reason: reason, alarm: true))
        case (_, "QUOTA_EXCEEDED"), (429, _):
            return .done(.retry(after: answer.retryAfter ?? quotaPause, reason: reason))
        case (_, "UNAVAILABLE"), (_, "INTERNAL"), (500..., _):
            return .done(.outage(after: max(answer.retryAfter ?? .zero, leastPauseOfFCM), reason: reason))
        case (_, "THIRD_PARTY_AUTH_ERROR"):
            // The APNs key in Firebase is wrong. Android tokens still work, so the channel does not stop.
            return .done(.failed(reason: reason, alarm: true))
        case (401, nil):
            return .again(.newToken, otherwise: .stopCredential(reason: reason))
        case (300..<400, nil), (403, nil), (404, nil), (405, nil), (407, nil):
            // FCM answers UNREGISTERED for a dead token. Without this code, the project is wrong or a proxy answered,
            // so the token stays.
            return .done(.stopCredential(reason: reason))
        case (_, nil) where answer.errorStatus == nil:
            // Without an FCM error, the answer is not from FCM, so the token stays.
            return .done(.stopCredential(reason: reason))
        default:
            return .done(.failed(reason: reason, alarm: true))
        }
    }

    /// Returns what a refusal says about the project's quota; nil if it concerns the quota of a push device.
    static func quotaRefusal(in answer: FCMAnswer) -> FCMQuota.Refusal? {
        guard answer.code == "QUOTA_EXCEEDED" || answer.code == nil && answer.status == 429, !answer.isDeviceQuota
        else { return nil }
        return FCMQuota.Refusal(isOfProject: answer.isProjectQuota, pause: answer.retryAfter ?? quotaPause)
    }
}
