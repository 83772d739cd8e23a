import Models

/// An answer of APNs: its status, and the body if that is not 200.
struct APNsAnswer: Hashable, Sendable {
    var status: Int
    /// The `apns-id` header, which echoes the sent id.
    var id: String?
    var reason: String?
    /// When the token became invalid; for status 410.
    var timestamp: UnixTime?
    /// The `Retry-After` header.
    var retryAfter: Duration?
}

/// An answer of FCM (HTTP v1): its status, and the error if that is not 200.
struct FCMAnswer: Hashable, Sendable {
    var status: Int
    /// FCM's name of the message: `projects/…/messages/…`.
    var name: String?
    /// `errorCode` of the FcmError detail.
    var code: String?
    /// The `status` of the error, which is misleading without the details.
    var errorStatus: String?
    /// The fields in the violations of a BadRequest.
    var badFields: [String] = []
    var isAboutToken = false
    var isDeviceQuota = false
    /// Whether a QuotaFailure is about something else, that is the project.
    var isProjectQuota = false
    /// The `Retry-After` header.
    var retryAfter: Duration?
}

enum DeliveryRules {
    /// The minimum pause that FCM requires between two attempts.
    static let leastPauseOfFCM = Duration.seconds(10)
    /// The pause for an exhausted FCM quota without a stated duration.
    static let quotaPause = Duration.seconds(60)

    /// The reaction to an answer of APNs, by the table of reasons in Apple's "Handling notification responses from APNs".
    ///
    /// - Parameters:
    /// - isEnvironmentAssumed: Whether the token's environment is unknown, so that the other one is worth an attempt.
    /// - isTopicTaken: Whether other tokens of its topic were accepted.
    static func step(after answer: APNsAnswer, isEnvironmentAssumed: Bool, isTopicTaken: Bool) -> DeliveryStep {
        let reason = answer.reason ?? "status \(answer.status)"
        let outage = DeliveryOutcome.outage(after: answer.retryAfter, reason: reason)
        switch (answer.status, answer.reason) {
        case (200, _):
            return .done(.sent(id: answer.id))
        case (400, "DeviceTokenNotForTopic") where !isTopicTaken:
            // The topic may be wrong. Treating the token as dead would then delete all tokens.
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
            // All these reasons concern the credential: a foreign key, a wrong environment, an expired certificate.
            return .done(.stopCredential(reason: reason))
        case (..<429, nil), (430..<500, nil):
            // Apple gives a reason. An answer without one is from another server, and must not affect tokens or pushes.
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
            // The rest of 400, 404, 405 and 413: a repetition would be refused as well.
            return .done(.failed(reason: reason, alarm: true))
        }
    }

    /// The reaction to an answer of FCM, by the error codes of its HTTP v1 API.
    ///
    /// - Parameter isMessageTaken: Whether the same message was accepted for another token.
    static func step(after answer: FCMAnswer, isMessageTaken: Bool) -> DeliveryStep {
        let reason = answer.code ?? answer.errorStatus ?? "status \(answer.status)"
        switch (answer.status, answer.code) {
        case (200, _):
            // A success without a message name is not from FCM.
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
            // The token belongs to another project. It stays, because a wrong service account would otherwise delete
            // all tokens.
            return .done(.failed(reason: reason, alarm: true))
        case (_, "QUOTA_EXCEEDED"), (429, _):
            return .done(.retry(after: answer.retryAfter ?? quotaPause, reason: reason))
        case (_, "UNAVAILABLE"), (_, "INTERNAL"), (500..., _):
            return .done(.outage(after: max(answer.retryAfter ?? .zero, leastPauseOfFCM), reason: reason))
        case (_, "THIRD_PARTY_AUTH_ERROR"):
            // The APNs key in Firebase is wrong; Android tokens still work.
            return .done(.failed(reason: reason, alarm: true))
        case (401, nil):
            return .again(.newToken, otherwise: .stopCredential(reason: reason))
        case (300..<400, nil), (403, nil), (404, nil), (405, nil), (407, nil):
            // FCM names UNREGISTERED for a dead token. Without it, the project is wrong or a proxy answered.
            return .done(.stopCredential(reason: reason))
        case (_, nil) where answer.errorStatus == nil:
            // Without an FCM error, the answer is not from FCM.
            return .done(.stopCredential(reason: reason))
        default:
            return .done(.failed(reason: reason, alarm: true))
        }
    }

    /// The exhausted project quota in an answer of FCM; nil without one, or for the quota of a push device.
    static func quotaRefusal(in answer: FCMAnswer) -> FCMQuota.Refusal? {
        guard answer.code == "QUOTA_EXCEEDED" || answer.code == nil && answer.status == 429, !answer.isDeviceQuota
        else { return nil }
        return FCMQuota.Refusal(isOfProject: answer.isProjectQuota, pause: answer.retryAfter ?? quotaPause)
    }
}
