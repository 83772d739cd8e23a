import Crypto
import Logging

@testable import Push

struct AppleTeam {
    static let topic = "com.example.allin"
    static let otherTopic = "com.example.other"
    var id = "TEAM123456"
    var keyID = "KEY1234567"
    let key = P256.Signing.PrivateKey()

    var known: (id: String, keys: [String: P256.Signing.PublicKey]) { (id, [keyID: key.publicKey]) }
    var credential: APNsSettings.Credential { .key(teamID: id, keyID: keyID, key: Secret(key.pemRepresentation)) }

    func plan(streamLimit: Int = 1000, clock: any WallClock = SystemClock()) -> FakeAPNs.Plan {
        var plan = FakeAPNs.Plan()
        plan.team = known
        plan.topics = [AppleTeam.topic, AppleTeam.otherTopic]
        plan.streamLimit = streamLimit
        plan.clock = clock
        return plan
    }

    func withGateway(
        to production: FakeAPNs, sandbox: FakeAPNs? = nil, as credential: APNsSettings.Credential? = nil,
        inSandbox: Bool = false, keepingTokenIn file: ProviderTokenFile? = nil, connections: Int = 4,
        clock: any WallClock = SystemClock(),
        timeouts: APNsGateway.Timeouts = .init(connect: .seconds(20), answer: .seconds(20)),
        _ body: (APNsGateway) async throws -> Void
    ) async throws {
        let home = try TemporaryFolder()
        let trusted = home.url.appendingPathComponent("trusted.pem")
        let certificates = [production.certificatePEM, sandbox?.certificatePEM].compactMap(\.self)
        try certificates.joined(separator: "\n").write(to: trusted, atomically: true, encoding: .utf8)
        var settings = Settings().push.apns
        settings.topic = AppleTeam.topic
        settings.otherTopics = [AppleTeam.otherTopic]
        settings.productionURL = production.url
        settings.sandboxURL = (sandbox ?? production).url
        settings.trustedCertificates = trusted
        settings.connections = connections
        if inSandbox { settings.sandboxCredential = credential }
        let gateway = try APNsGateway(
            settings, credential: inSandbox ? self.credential : credential ?? self.credential, keepingTokenIn: file,
            clock: clock,
            logger: silentLogger, timeouts: timeouts)
        try await using({ await gateway.close() }) { try await body(gateway) }
    }

    func run(
        streamLimit: Int = 1000, keepingTokenIn file: ProviderTokenFile? = nil, connections: Int = 4,
        clock: any WallClock = SystemClock(),
        timeouts: APNsGateway.Timeouts = .init(connect: .seconds(20), answer: .seconds(20)),
        _ body: (FakeAPNs, APNsGateway) async throws -> Void
    ) async throws {
        try await FakeAPNs.run(plan(streamLimit: streamLimit, clock: clock)) { apns in
            try await withGateway(
                to: apns, keepingTokenIn: file, connections: connections, clock: clock, timeouts: timeouts
            ) { try await body(apns, $0) }
        }
    }
}

func isSent(_ outcome: DeliveryOutcome) -> Bool {
    if case .sent = outcome { true } else { false }
}

extension APNsGateway {
    func send(_ count: Int, prefix: String = "aa") async -> [DeliveryOutcome] {
        await withTaskGroup(of: DeliveryOutcome.self) { group in
            for number in 0..<count { group.addTask { await self.send(.sample(number, prefix: prefix)) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }
}

final class ScriptedSendCheck: SendCheck {
    private let flags: Mutex<(isCurrent: Bool, begins: Bool)>

    init(isCurrent: Bool = true, begins: Bool = true) { flags = Mutex((isCurrent, begins)) }

    var isCurrent: Bool { flags.withLock { $0.isCurrent } }
    func begin() -> Bool { flags.withLock { $0.begins } }
    func takeBack() { flags.withLock { $0 = (false, false) } }
}

let silentLogger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

extension OutgoingPush {
    /// Each number gives another token.
    static func sample(
        _ number: Int = 0, prefix: String = "aa", environment: PushEnvironment = .production,
        isEnvironmentAssumed: Bool = false, topic: String? = nil, purpose: PushPurpose = .alert,
        payload: Data = Data(#"{"aps":{"alert":"x"},"offerId":1}"#.utf8),
        expiresAt: UnixTime? = UnixTime.start.adding(seconds: 1_000_000_000), collapseID: String? = nil
    ) -> OutgoingPush {
        let digits = String(number, radix: 16)
        let token = prefix + String(repeating: "0", count: 64 - prefix.count - digits.count) + digits
        return OutgoingPush(
            id: UUID(), provider: .apns, token: SecretText(token), environment: environment,
            isEnvironmentAssumed: isEnvironmentAssumed, purpose: purpose, topic: topic, payload: payload,
            expiresAt: expiresAt, collapseID: collapseID)
    }
}

extension TemporaryFolder {
    func write(_ text: String, to name: String) throws -> String {
        let file = url.appendingPathComponent(name)
        try Data(text.utf8).write(to: file, options: .atomic)
        return file.path
    }
}
