public import BaliseJSON
public import Foundation

/// The results of pushes by app and credential: the answer of GET /push-health.
public struct PushHealthDescription: JSONConvertible, Hashable {
    /// The start of the counts, which is that of the service.
    public var since: Date
    /// The current obstacles to sending.
    public var problems: [String]
    public var apps: [App]

    public struct App: JSONConvertible, Hashable {
        /// The provider: `apns` or `fcm`.
        public var channel: String
        /// The APNs environment: `production` or `sandbox`.
        public var environment: String
        /// The topic; nil if none is configured, and for FCM.
        public var bundleId: String?
        /// The credential's name in the settings; nil for the one of all apps.
        public var credential: String?
        /// The pushes that the provider accepted.
        public var sent: Int
        /// The tokens that it reported as invalid.
        public var gone: Int
        /// The refused pushes by reason, the most frequent first.
        public var refusals: [Refusal]
        public var lastSentAt: Date?
        /// The last refusal.
        public var lastError: AccountPushDevice.PushError?

        public init(
            channel: String, environment: String, bundleId: String? = nil, credential: String? = nil, sent: Int,
            gone: Int, refusals: [Refusal], lastSentAt: Date? = nil, lastError: AccountPushDevice.PushError? = nil
        ) {
            self.channel = channel
            self.environment = environment
            self.bundleId = bundleId
            self.credential = credential
            self.sent = sent
            self.gone = gone
            self.refusals = refusals
            self.lastSentAt = lastSentAt
            self.lastError = lastError
        }
    }

    public struct Refusal: JSONConvertible, Hashable {
        public var reason: String
        public var count: Int

        public init(reason: String, count: Int) {
            self.reason = reason
            self.count = count
        }
    }

    public init(since: Date, problems: [String], apps: [App]) {
        self.since = since
        self.problems = problems
        self.apps = apps
    }
}

/// A test push: the body of POST /accounts/{account}/push-devices/{id}/test.
public struct TestPushDeviceRequest: OperatorRequest, Hashable {
    /// Nil for `Test`.
    public var title: String?
    /// Nil for a sentence that names the sender.
    public var body: String?

    public init(title: String? = nil, body: String? = nil) {
        self.title = title
        self.body = body
    }

    public static let members = CodingKeys.allCases.map { (name: $0.stringValue, rule: "a text") }

    private enum CodingKeys: CodingKey, CaseIterable { case title, body }
}
