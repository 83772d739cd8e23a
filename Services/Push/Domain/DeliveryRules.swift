// What the answers of APNs and FCM mean.

import Models

/// An answer of APNs: its status, and what stands in the body of those that are not 200.
struct APNsAnswer: Hashable, Sendable {
    var status: Int
    /// The `apns-id` header, which is the one that was sent.
    var id: String?
    var reason: String?
    /// From when on the token was no longer valid; of status 410.
    var timestamp: UnixTime?
    /// The `Retry-After` header.
    var retryAfter: Duration?
}

/// An answer of FCM (HTTP v1): its status, and what stands in the error of those that are not 200.
struct FCMAnswer: Hashable, Sendable {
    var status: Int
    /// What FCM calls the message: `projects/…/messages/…`.
    var name: String?
    /// `errorCode` of the detail that is an FcmError.
    var code: String?
    /// The `status` of the error, which alone misleads.
    var errorStatus: String?
    /// The fields of the violations that a BadRequest names.
    var badFields: [String] = []
    /// Whether its words are about the registration token.
    var isAboutToken = false
    /// Whether a QuotaFailure speaks of the device.
    var isDeviceQuota = false
    /// Whether a QuotaFailure speaks of something else, which is the project.
    var isProjectQuota = false
    /// The `Retry-After` header.
    var retryAfter: Duration?
}

/// What each provider's answer means.
enum DeliveryRules {
    /// The least time that FCM wants between two tries.
    static let leastPauseOfFCM = Duration.seconds(10)
    /// How long an exhausted quota of FCM lasts when it does not say.
    static let quotaPause = Duration.seconds(60)

    /// What is to be done with an answer of APNs, by the table of reasons in Apple's "Handling notification responses
    /// from APNs".
    ///
    /// - Parameters:
    ///   - isEnvironmentAssumed: Whether nobody has said for which environment the token is, so that the other is worth
    ///     a try.
    ///   - isTopicTaken: Whether other tokens of its topic were taken.
    static func step(after answer: APNsAnswer, isEnvironmentAssumed: Bool, isTopicTaken: Bool) -> DeliveryStep {
        let reason = answer.reason ?? "status \(answer.status)"
        let outage = DeliveryOutcome.outage(after: answer.retryAfter, reason: reason)
        switch (answer.status, answer.reason) {
        case (200, _):
            return .done(.sent(id: answer.id))
        case (400, "DeviceTokenNotForTopic") where !isTopicTaken:
            // It may be the topic that is wrong, which would otherwise cost all tokens.
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
            // Every reason here is one of the credential: a foreign key, a wrong environment, a certificate that ended.
            return .done(.stopCredential(reason: reason))
        case (..<429, nil), (430..<500, nil):
            // Apple says why. Whoever does not is not Apple, and has no say in what becomes of tokens and pushes.
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
            // The rest of 400, 404, 405 and 413: the same again would be refused again.
            return .done(.failed(reason: reason, alarm: true))
        }
    }

    /// What is to be done with an answer of FCM, by the error codes of its HTTP v1 API.
    ///
    /// - Parameter isMessageTaken: Whether the same message was taken for another token.
    static func step(after answer: FCMAnswer, isMessageTaken: Bool) -> DeliveryStep {
        let reason = answer.code ?? answer.errorStatus ?? "status \(answer.status)"
        switch (answer.status, answer.code) {
        case (200, _):
            // Whoever says so without naming the message is not FCM.
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
            // A token of another project. It stays, since a wrong service account would otherwise cost all of them.
            return .done(.failed(reason: reason, alarm: true))
        case (_, "QUOTA_EXCEEDED"), (429, _):
            return .done(.retry(after: answer.retryAfter ?? quotaPause, reason: reason))
        case (_, "UNAVAILABLE"), (_, "INTERNAL"), (500..., _):
            return .done(.outage(after: max(answer.retryAfter ?? .zero, leastPauseOfFCM), reason: reason))
        case (_, "THIRD_PARTY_AUTH_ERROR"):
            // The APNs key that Firebase holds; tokens of Android still work.
            return .done(.failed(reason: reason, alarm: true))
        case (401, nil):
            return .again(.newToken, otherwise: .stopCredential(reason: reason))
        case (300..<400, nil), (403, nil), (404, nil), (405, nil), (407, nil):
            // FCM says of a token that it is not registered. Without that the project or a proxy is the wrong one.
            return .done(.stopCredential(reason: reason))
        case (_, nil) where answer.errorStatus == nil:
            // No error of FCM, so no answer of FCM either.
            return .done(.stopCredential(reason: reason))
        default:
            return .done(.failed(reason: reason, alarm: true))
        }
    }

    /// What an answer of FCM says of a quota that is used up; nil when it does not, or says that it is the push
    /// device's.
    static func quotaRefusal(in answer: FCMAnswer) -> FCMQuota.Refusal? {
        guard answer.code == "QUOTA_EXCEEDED" || answer.code == nil && answer.status == 429, !answer.isDeviceQuota
        else { return nil }
        return FCMQuota.Refusal(isOfProject: answer.isProjectQuota, pause: answer.retryAfter ?? quotaPause)
    }
}
