@testable import Push

struct APNsCase: Sendable, CustomTestStringConvertible {
    let answer: APNsAnswer
    let step: DeliveryStep

    init(_ status: Int, _ reason: String?, _ step: DeliveryStep, timestamp: Int64? = nil, after: Duration? = nil) {
        answer = APNsAnswer(
            status: status, id: status == 200 ? "id" : nil, reason: reason,
            timestamp: timestamp.map(UnixTime.init(milliseconds:)), retryAfter: after)
        self.step = step
    }

    static func ours(_ status: Int, _ reason: String) -> APNsCase {
        APNsCase(status, reason, .done(.failed(reason: reason, alarm: true)))
    }

    static func credential(_ reason: String) -> APNsCase {
        APNsCase(403, reason, .done(.stopCredential(reason: reason)))
    }

    static func later(_ status: Int, _ reason: String, after: Duration? = nil) -> APNsCase {
        APNsCase(status, reason, .done(.retry(after: after, reason: reason)), after: after)
    }

    static func outage(_ status: Int, _ reason: String, after: Duration? = nil) -> APNsCase {
        APNsCase(status, reason, .done(.outage(after: after, reason: reason)), after: after)
    }

    var testDescription: String { "\(answer.status) \(answer.reason ?? "without reason")" }
}

struct FCMCase: Sendable, CustomTestStringConvertible {
    let name: String
    let answer: FCMAnswer
    let step: DeliveryStep

    init(_ name: String, _ answer: FCMAnswer, _ step: DeliveryStep) {
        self.name = name
        self.answer = answer
        self.step = step
    }

    var testDescription: String { name }
}

@Suite("The meaning of answers of APNs and FCM")
struct DeliveryRulesTests {
    static let apns: [APNsCase] = [
        APNsCase(200, nil, .done(.sent(id: "id"))),
        APNsCase(400, "BadDeviceToken", .done(.removeToken(reason: "BadDeviceToken", ifRegisteredBefore: nil))),
        APNsCase(
            400, "DeviceTokenNotForTopic",
            .done(.removeToken(reason: "DeviceTokenNotForTopic", ifRegisteredBefore: nil))),
        .ours(400, "BadCollapseId"), .ours(400, "BadExpirationDate"), .ours(400, "BadMessageId"),
        .ours(400, "BadPriority"), .ours(400, "BadTopic"), .ours(400, "DuplicateHeaders"),
        .ours(400, "InvalidPushType"), .ours(400, "MissingDeviceToken"), .ours(400, "MissingTopic"),
        .ours(400, "PayloadEmpty"), .ours(400, "TopicDisallowed"),
        APNsCase(
            400, "IdleTimeout", .again(.newConnection, otherwise: .outage(after: nil, reason: "IdleTimeout"))),
        APNsCase(
            403, "ExpiredProviderToken",
            .again(.newToken, otherwise: .stopCredential(reason: "ExpiredProviderToken"))),
        .credential("InvalidProviderToken"), .credential("MissingProviderToken"),
        .credential("UnrelatedKeyIdInToken"), .credential("BadEnvironmentKeyIdInToken"),
        .credential("BadCertificate"), .credential("BadCertificateEnvironment"), .credential("Forbidden"),
        .ours(404, "BadPath"), .ours(405, "MethodNotAllowed"),
        APNsCase(
            410, "Unregistered",
            .done(.removeToken(reason: "Unregistered", ifRegisteredBefore: UnixTime(milliseconds: 5))), timestamp: 5),
        APNsCase(
            410, "ExpiredToken",
            .done(.removeToken(reason: "ExpiredToken", ifRegisteredBefore: UnixTime(milliseconds: 7))), timestamp: 7),
        .ours(413, "PayloadTooLarge"),
        .later(429, "TooManyRequests"), .later(429, "TooManyRequests", after: .seconds(9)),
        APNsCase(
            429, "TooManyProviderTokenUpdates",
            .again(.tokenBefore, otherwise: .outage(after: nil, reason: "TooManyProviderTokenUpdates"))),
        .outage(500, "InternalServerError"), .outage(503, "ServiceUnavailable"),
        .outage(503, "ServiceUnavailable", after: .seconds(30)),
        APNsCase(503, "Shutdown", .again(.newConnection, otherwise: .outage(after: nil, reason: "Shutdown"))),
        // Reasons that Apple may add.
        .ours(400, "SomethingNew"), .credential("SomethingNew"), .later(429, "SomethingNew"),
        .outage(500, "SomethingNew"), .outage(504, "SomethingNew"), .ours(418, "SomethingNew"),
        // Answers that are not Apple's, such as a proxy's.
        APNsCase(400, nil, .done(.stopCredential(reason: "status 400"))),
        APNsCase(413, nil, .done(.stopCredential(reason: "status 413"))),
        APNsCase(403, nil, .done(.stopCredential(reason: "status 403"))),
        APNsCase(410, nil, .done(.stopCredential(reason: "status 410"))),
        APNsCase(502, nil, .done(.outage(after: nil, reason: "status 502"))),
        APNsCase(301, nil, .done(.stopCredential(reason: "status 301"))),
        APNsCase(404, nil, .done(.stopCredential(reason: "status 404"))),
        APNsCase(204, nil, .done(.stopCredential(reason: "status 204"))),
    ]

    @Test("Each answer of APNs has its meaning for a token of a known environment", arguments: apns)
    func answerOfAPNs(_ row: APNsCase) {
        let step = DeliveryRules.step(after: row.answer, isEnvironmentAssumed: false, isTopicTaken: true)
        #expect(step == row.step)
    }

    @Test("A bad token in an assumed environment is tried in the other one", arguments: apns)
    func assumed(_ row: APNsCase) {
        let step = DeliveryRules.step(after: row.answer, isEnvironmentAssumed: true, isTopicTaken: true)
        switch row.answer.reason {
        case "BadDeviceToken", "DeviceTokenNotForTopic":
            #expect(step == .done(.tryOtherEnvironment(reason: row.answer.reason ?? "")))
        default: #expect(step == row.step)
        }
    }

    @Test("An unreadable timestamp leaves the reason readable", arguments: ["1e300", "\"x\"", "true", "1.5"])
    func unreadableTime(_ time: String) {
        let body = APNsAnswerBody(json: Data("{\"reason\":\"Unregistered\",\"timestamp\":\(time)}".utf8))
        #expect(body?.reason == "Unregistered" && body?.timestamp == nil)
    }

    @Test("A topic without an accepted token costs no token", arguments: [true, false])
    func topicInDoubt(isEnvironmentAssumed: Bool) {
        let answer = APNsAnswer(status: 400, reason: "DeviceTokenNotForTopic")
        let step = DeliveryRules.step(after: answer, isEnvironmentAssumed: isEnvironmentAssumed, isTopicTaken: false)
        #expect(step == .done(.failed(reason: "DeviceTokenNotForTopic", alarm: true)))
    }

    static let fcm: [FCMCase] = [
        FCMCase(
            "taken", FCMAnswer(status: 200, name: "projects/p/messages/1"), .done(.sent(id: "projects/p/messages/1"))),
        FCMCase(
            "UNREGISTERED", FCMAnswer(status: 404, code: "UNREGISTERED", errorStatus: "NOT_FOUND"),
            .done(.removeToken(reason: "UNREGISTERED", ifRegisteredBefore: nil))),
        FCMCase(
            "INVALID_ARGUMENT of the token",
            FCMAnswer(
                status: 400, code: "INVALID_ARGUMENT", errorStatus: "INVALID_ARGUMENT", badFields: ["message.token"]),
            .done(.removeToken(reason: "INVALID_ARGUMENT", ifRegisteredBefore: nil))),
        FCMCase(
            "INVALID_ARGUMENT of something else",
            FCMAnswer(
                status: 400, code: "INVALID_ARGUMENT", errorStatus: "INVALID_ARGUMENT", badFields: ["message.data"]),
            .done(.failed(reason: "INVALID_ARGUMENT", alarm: true))),
        FCMCase(
            "INVALID_ARGUMENT without a field", FCMAnswer(status: 400, code: "INVALID_ARGUMENT"),
            .done(.failed(reason: "INVALID_ARGUMENT", alarm: true))),
        FCMCase(
            "INVALID_ARGUMENT whose words are about the token",
            FCMAnswer(status: 400, code: "INVALID_ARGUMENT", errorStatus: "INVALID_ARGUMENT", isAboutToken: true),
            .done(.removeToken(reason: "INVALID_ARGUMENT", ifRegisteredBefore: nil))),
        FCMCase(
            "200 without a message", FCMAnswer(status: 200),
            .done(.outage(after: .seconds(10), reason: "status 200 without a message"))),
        FCMCase(
            "SENDER_ID_MISMATCH",
            FCMAnswer(status: 403, code: "SENDER_ID_MISMATCH", errorStatus: "PERMISSION_DENIED"),
            .done(.failed(reason: "SENDER_ID_MISMATCH", alarm: true))),
        FCMCase(
            "QUOTA_EXCEEDED", FCMAnswer(status: 429, code: "QUOTA_EXCEEDED", errorStatus: "RESOURCE_EXHAUSTED"),
            .done(.retry(after: .seconds(60), reason: "QUOTA_EXCEEDED"))),
        FCMCase(
            "QUOTA_EXCEEDED with Retry-After",
            FCMAnswer(status: 429, code: "QUOTA_EXCEEDED", retryAfter: .seconds(7)),
            .done(.retry(after: .seconds(7), reason: "QUOTA_EXCEEDED"))),
        FCMCase(
            "UNAVAILABLE", FCMAnswer(status: 503, code: "UNAVAILABLE", errorStatus: "UNAVAILABLE"),
            .done(.outage(after: .seconds(10), reason: "UNAVAILABLE"))),
        FCMCase(
            "UNAVAILABLE with a longer Retry-After",
            FCMAnswer(status: 503, code: "UNAVAILABLE", retryAfter: .seconds(120)),
            .done(.outage(after: .seconds(120), reason: "UNAVAILABLE"))),
        FCMCase(
            "UNAVAILABLE with a shorter Retry-After",
            FCMAnswer(status: 503, code: "UNAVAILABLE", retryAfter: .seconds(1)),
            .done(.outage(after: .seconds(10), reason: "UNAVAILABLE"))),
        FCMCase(
            "INTERNAL", FCMAnswer(status: 500, code: "INTERNAL"),
            .done(.outage(after: .seconds(10), reason: "INTERNAL"))
        ),
        FCMCase(
            "THIRD_PARTY_AUTH_ERROR",
            FCMAnswer(status: 401, code: "THIRD_PARTY_AUTH_ERROR", errorStatus: "UNAUTHENTICATED"),
            .done(.failed(reason: "THIRD_PARTY_AUTH_ERROR", alarm: true))),
        FCMCase(
            "502 with no body of Google's", FCMAnswer(status: 502),
            .done(.outage(after: .seconds(10), reason: "status 502"))),
        FCMCase(
            "an access token that ended", FCMAnswer(status: 401, errorStatus: "UNAUTHENTICATED"),
            .again(.newToken, otherwise: .stopCredential(reason: "UNAUTHENTICATED"))),
        FCMCase(
            "an account that may not", FCMAnswer(status: 403, errorStatus: "PERMISSION_DENIED"),
            .done(.stopCredential(reason: "PERMISSION_DENIED"))),
        FCMCase(
            "a project that is none: the status alone does not speak of the token",
            FCMAnswer(status: 404, errorStatus: "NOT_FOUND"), .done(.stopCredential(reason: "NOT_FOUND"))),
        FCMCase("404 of somebody else", FCMAnswer(status: 404), .done(.stopCredential(reason: "status 404"))),
        FCMCase("400 of somebody else", FCMAnswer(status: 400), .done(.stopCredential(reason: "status 400"))),
        FCMCase("429 without a code", FCMAnswer(status: 429), .done(.retry(after: .seconds(60), reason: "status 429"))),
        FCMCase(
            "UNSPECIFIED_ERROR", FCMAnswer(status: 400, code: "UNSPECIFIED_ERROR"),
            .done(.failed(reason: "UNSPECIFIED_ERROR", alarm: true))),
        FCMCase(
            "a code that nobody knows, with a status to retry", FCMAnswer(status: 503, code: "SOMETHING_NEW"),
            .done(.outage(after: .seconds(10), reason: "SOMETHING_NEW"))),
    ]

    @Test("Each answer of FCM has its meaning", arguments: fcm)
    func answerOfFCM(_ row: FCMCase) {
        #expect(DeliveryRules.step(after: row.answer, isMessageTaken: false) == row.step)
    }

    @Test("A message that another token took is not what is invalid")
    func messageTaken() {
        let bare = FCMAnswer(status: 400, code: "INVALID_ARGUMENT")
        #expect(
            DeliveryRules.step(after: bare, isMessageTaken: true)
                == .done(.removeToken(reason: "INVALID_ARGUMENT", ifRegisteredBefore: nil)))
        let ofData = FCMAnswer(status: 400, code: "INVALID_ARGUMENT", badFields: ["message.data"])
        #expect(
            DeliveryRules.step(after: ofData, isMessageTaken: true)
                == .done(.failed(reason: "INVALID_ARGUMENT", alarm: true)))
    }

    @Test("An exhausted quota belongs to the project or to the device")
    func quota() {
        var answer = FCMAnswer(status: 429, code: "QUOTA_EXCEEDED")
        #expect(DeliveryRules.quotaRefusal(in: answer) == FCMQuota.Refusal(isOfProject: false, pause: .seconds(60)))
        (answer.retryAfter, answer.isProjectQuota) = (.seconds(5), true)
        #expect(DeliveryRules.quotaRefusal(in: answer) == FCMQuota.Refusal(isOfProject: true, pause: .seconds(5)))
        answer.isDeviceQuota = true
        #expect(DeliveryRules.quotaRefusal(in: answer) == nil)
        #expect(DeliveryRules.quotaRefusal(in: FCMAnswer(status: 503, code: "UNAVAILABLE")) == nil)
    }

    @Test("The pause of a project doubles from one minute, however long FCM asks for")
    func projectPauses() {
        var (quota, now) = (FCMQuota(), UnixTime.start)
        let hour = FCMQuota.Refusal(isOfProject: true, pause: .seconds(3600))
        for minutes in [1, 2, 4] as [Int64] {
            quota.refused(SecretText("a"), hour, at: now)
            #expect(quota.pause(at: now) == .seconds(minutes * 60))
            now = now.adding(seconds: minutes * 60)
            #expect(quota.pause(at: now) == nil)
        }
        quota.taken()
        quota.refused(SecretText("a"), hour, at: now)
        #expect(quota.pause(at: now) == .seconds(60))
    }

    @Test("Refusals of single tokens far apart do not pause the project")
    func fewTokens() {
        var (quota, now) = (FCMQuota(), UnixTime.start)
        let refusal = FCMQuota.Refusal(isOfProject: false, pause: .seconds(60))
        for number in 0..<10 {
            quota.refused(SecretText("token\(number)"), refusal, at: now)
            #expect(quota.pause(at: now) == nil)
            now = now.adding(seconds: 6)
        }
        quota.refused(SecretText("one"), refusal, at: now)
        quota.refused(SecretText("two"), refusal, at: now)
        #expect(quota.pause(at: now) == .seconds(60))
    }

    @Test(
        "Pauses double within bounds",
        arguments: [(1, 1.0), (2, 2), (3, 4), (4, 8), (10, 60), (1000, 60), (0, 1), (-5, 1)])
    func pauses(_ attempts: Int, _ seconds: Double) {
        let pace = RetryPace(first: .seconds(1), maximum: .seconds(60))
        #expect(pace.pause(after: attempts, chance: 1) == .seconds(seconds))
        #expect(pace.pause(after: attempts, chance: 0) == .seconds(seconds / 2))
        #expect(pace.pause(after: attempts, chance: 0.5) == .seconds(seconds * 0.75))
    }

    @Test("The provider's pause is a minimum, with a spread behind it")
    func askedFor() {
        let pace = RetryPace(first: .seconds(10), maximum: .seconds(60))
        #expect(pace.pause(after: 1, chance: 1, atLeast: .seconds(120)) == .seconds(121))
        #expect(pace.pause(after: 1, chance: 1, atLeast: .seconds(2)) == .seconds(10))
        #expect(pace.pause(after: 1, chance: 0, atLeast: .seconds(3600)) > .seconds(3600))
    }
}
