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

    static func ours(_ status: Int, _ reason: String) -> APNsCase { APNsCase(status, reason, .ours(reason)) }

    static func credential(_ reason: String) -> APNsCase { APNsCase(403, reason, .refused(reason)) }

    static func later(_ status: Int, _ reason: String, after: Duration? = nil) -> APNsCase {
        APNsCase(status, reason, .later(reason, after: after), after: after)
    }

    static func outage(_ status: Int, _ reason: String, after: Duration? = nil) -> APNsCase {
        APNsCase(status, reason, .outage(reason, after: after), after: after)
    }

    var testDescription: String { "\(answer.status) \(answer.reason ?? "without reason")" }
}

extension DeliveryStep {
    fileprivate static func removed(_ reason: String, before moment: UnixTime? = nil) -> DeliveryStep {
        .done(.removeToken(reason: reason, ifRegisteredBefore: moment))
    }

    fileprivate static func ours(_ reason: String) -> DeliveryStep { .done(.failed(reason: reason, alarm: true)) }

    fileprivate static func refused(_ reason: String) -> DeliveryStep { .done(.stopCredential(reason: reason)) }

    fileprivate static func later(_ reason: String, after pause: Duration?) -> DeliveryStep {
        .done(.retry(after: pause, reason: reason))
    }

    fileprivate static func outage(_ reason: String, after pause: Duration?) -> DeliveryStep {
        .done(.outage(after: pause, reason: reason))
    }
}

@Suite("The meaning of answers of APNs and FCM")
struct DeliveryRulesTests {
    static let apns: [APNsCase] = [
        APNsCase(200, nil, .done(.sent(id: "id"))),
        APNsCase(400, "BadDeviceToken", .removed("BadDeviceToken")),
        APNsCase(400, "DeviceTokenNotForTopic", .removed("DeviceTokenNotForTopic")),
        .ours(400, "BadCollapseId"), .ours(400, "BadExpirationDate"), .ours(400, "BadMessageId"),
        .ours(400, "BadPriority"), .ours(400, "BadTopic"), .ours(400, "DuplicateHeaders"),
        .ours(400, "InvalidPushType"), .ours(400, "MissingDeviceToken"), .ours(400, "MissingTopic"),
        .ours(400, "PayloadEmpty"), .ours(400, "TopicDisallowed"),
        APNsCase(400, "IdleTimeout", .again(.newConnection, otherwise: .outage(after: nil, reason: "IdleTimeout"))),
        APNsCase(
            403, "ExpiredProviderToken",
            .again(.newToken, otherwise: .stopCredential(reason: "ExpiredProviderToken"))),
        .credential("InvalidProviderToken"), .credential("MissingProviderToken"),
        .credential("UnrelatedKeyIdInToken"), .credential("BadEnvironmentKeyIdInToken"),
        .credential("BadCertificate"), .credential("BadCertificateEnvironment"), .credential("Forbidden"),
        .ours(404, "BadPath"), .ours(405, "MethodNotAllowed"),
        APNsCase(410, "Unregistered", .removed("Unregistered", before: UnixTime(milliseconds: 5)), timestamp: 5),
        APNsCase(410, "ExpiredToken", .removed("ExpiredToken", before: UnixTime(milliseconds: 7)), timestamp: 7),
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
        APNsCase(400, nil, .refused("status 400")),
        APNsCase(413, nil, .refused("status 413")),
        APNsCase(403, nil, .refused("status 403")),
        APNsCase(410, nil, .refused("status 410")),
        APNsCase(502, nil, .outage("status 502", after: nil)),
        APNsCase(301, nil, .refused("status 301")),
        APNsCase(404, nil, .refused("status 404")),
        APNsCase(204, nil, .refused("status 204")),
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
        #expect(step == .ours("DeviceTokenNotForTopic"))
    }

    static let fcm: [(FCMAnswer, DeliveryStep)] = [
        (FCMAnswer(status: 200, name: "projects/p/messages/1"), .done(.sent(id: "projects/p/messages/1"))),
        (FCMAnswer(status: 200), .outage("status 200 without a message", after: .seconds(10))),
        (FCMAnswer(status: 404, code: "UNREGISTERED", errorStatus: "NOT_FOUND"), .removed("UNREGISTERED")),
        (
            FCMAnswer(
                status: 400, code: "INVALID_ARGUMENT", errorStatus: "INVALID_ARGUMENT", badFields: ["message.token"]),
            .removed("INVALID_ARGUMENT")
        ),
        (
            FCMAnswer(
                status: 400, code: "INVALID_ARGUMENT", errorStatus: "INVALID_ARGUMENT", badFields: ["message.data"]),
            .ours("INVALID_ARGUMENT")
        ),
        (FCMAnswer(status: 400, code: "INVALID_ARGUMENT"), .ours("INVALID_ARGUMENT")),
        (
            FCMAnswer(status: 400, code: "INVALID_ARGUMENT", errorStatus: "INVALID_ARGUMENT", isAboutToken: true),
            .removed("INVALID_ARGUMENT")
        ),
        (
            FCMAnswer(status: 403, code: "SENDER_ID_MISMATCH", errorStatus: "PERMISSION_DENIED"),
            .ours("SENDER_ID_MISMATCH")
        ),
        (
            FCMAnswer(status: 429, code: "QUOTA_EXCEEDED", errorStatus: "RESOURCE_EXHAUSTED"),
            .later("QUOTA_EXCEEDED", after: .seconds(60))
        ),
        (
            FCMAnswer(status: 429, code: "QUOTA_EXCEEDED", retryAfter: .seconds(7)),
            .later("QUOTA_EXCEEDED", after: .seconds(7))
        ),
        (
            FCMAnswer(status: 503, code: "UNAVAILABLE", errorStatus: "UNAVAILABLE"),
            .outage("UNAVAILABLE", after: .seconds(10))
        ),
        (
            FCMAnswer(status: 503, code: "UNAVAILABLE", retryAfter: .seconds(120)),
            .outage("UNAVAILABLE", after: .seconds(120))
        ),
        (
            FCMAnswer(status: 503, code: "UNAVAILABLE", retryAfter: .seconds(1)),
            .outage("UNAVAILABLE", after: .seconds(10))
        ),
        (FCMAnswer(status: 500, code: "INTERNAL"), .outage("INTERNAL", after: .seconds(10))),
        (
            FCMAnswer(status: 401, code: "THIRD_PARTY_AUTH_ERROR", errorStatus: "UNAUTHENTICATED"),
            .ours("THIRD_PARTY_AUTH_ERROR")
        ),
        (FCMAnswer(status: 400, code: "UNSPECIFIED_ERROR"), .ours("UNSPECIFIED_ERROR")),
        (FCMAnswer(status: 503, code: "SOMETHING_NEW"), .outage("SOMETHING_NEW", after: .seconds(10))),
        // Without a code: an access token that ended, an account that may not send, a project that does not exist.
        (
            FCMAnswer(status: 401, errorStatus: "UNAUTHENTICATED"),
            .again(.newToken, otherwise: .stopCredential(reason: "UNAUTHENTICATED"))
        ),
        (FCMAnswer(status: 403, errorStatus: "PERMISSION_DENIED"), .refused("PERMISSION_DENIED")),
        (FCMAnswer(status: 404, errorStatus: "NOT_FOUND"), .refused("NOT_FOUND")),
        // Answers that are not Google's, such as a proxy's.
        (FCMAnswer(status: 404), .refused("status 404")),
        (FCMAnswer(status: 400), .refused("status 400")),
        (FCMAnswer(status: 429), .later("status 429", after: .seconds(60))),
        (FCMAnswer(status: 502), .outage("status 502", after: .seconds(10))),
    ]

    @Test("Each answer of FCM has its meaning", arguments: fcm)
    func answerOfFCM(_ answer: FCMAnswer, _ step: DeliveryStep) {
        #expect(DeliveryRules.step(after: answer, isMessageTaken: false) == step)
    }

    @Test("A message that another token took is not what is invalid")
    func messageTaken() {
        let bare = FCMAnswer(status: 400, code: "INVALID_ARGUMENT")
        #expect(DeliveryRules.step(after: bare, isMessageTaken: true) == .removed("INVALID_ARGUMENT"))
        let ofData = FCMAnswer(status: 400, code: "INVALID_ARGUMENT", badFields: ["message.data"])
        #expect(DeliveryRules.step(after: ofData, isMessageTaken: true) == .ours("INVALID_ARGUMENT"))
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
