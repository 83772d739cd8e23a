// How pushes fare, and a test of one push device, as an operator asks for them.

public import BaliseJSON
public import Foundation

/// How pushes fare by app and credential: what GET /push-health answers.
public struct PushHealthDescription: JSONConvertible, Hashable {
    /// Since when it is counted: since the service began to work.
    public var since: Date
    /// What keeps pushes back now.
    public var problems: [String]
    /// Apps for which there was a push.
    public var apps: [App]

    /// The pushes of an app that go by one credential.
    public struct App: JSONConvertible, Hashable {
        /// Who brings them: `apns` or `fcm`.
        public var channel: String
        /// The environment of APNs: `production` or `sandbox`.
        public var environment: String
        /// The topic, which is the bundle id; nil where none is configured, and for FCM.
        public var bundleId: String?
        /// What the settings call the credential; nil for the one of all apps.
        public var credential: String?
        /// How many pushes the provider took.
        public var sent: Int
        /// How many tokens it said are gone.
        public var gone: Int
        /// How often pushes were not taken, by the reason, the most frequent first.
        public var refusals: [Refusal]
        /// When it last took one.
        public var lastSentAt: Date?
        /// What was not taken last.
        public var lastError: AccountPushDevice.PushError?

        /// Makes a body of these members; nil leaves one out.
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

    /// How often pushes were not taken for one reason.
    public struct Refusal: JSONConvertible, Hashable {
        /// The provider's word, or a few of Balise.
        public var reason: String
        /// How often.
        public var count: Int

        /// Makes a body of these members.
        public init(reason: String, count: Int) {
            self.reason = reason
            self.count = count
        }
    }

    /// Makes a body of these members.
    public init(since: Date, problems: [String], apps: [App]) {
        self.since = since
        self.problems = problems
        self.apps = apps
    }
}

/// What a test says: the body of POST /accounts/{account}/push-devices/{id}/test.
public struct TestPushDeviceRequest: OperatorRequest, Hashable {
    /// Nil for `Test`.
    public var title: String?
    /// Nil for a sentence that says who sends it.
    public var body: String?

    /// Makes a body of these members; nil leaves one out.
    public init(title: String? = nil, body: String? = nil) {
        self.title = title
        self.body = body
    }

    public static let members = CodingKeys.allCases.map { (name: $0.stringValue, rule: "a text") }

    private enum CodingKeys: CodingKey, CaseIterable { case title, body }
}
