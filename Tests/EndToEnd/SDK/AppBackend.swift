@testable import Balise
@testable import BaliseEcovelo

struct AppBackend: Sendable {
    let notified: Notified
    let apple: AppleIssuer
    let mailbox: Mailbox
    let calls = CalledOperations()

    var balise: RunningBalise { notified.balise }

    static func run(_ shape: Shape, _ body: (AppBackend) async throws -> Void) async throws {
        let mailbox = try await Mailbox.shared()
        try await AppleIssuer.run { apple in
            try await Notified.run(
                shape, Setting.apple(apple) + Setting.webhook(mailbox) + Setting.passkeys + Setting.kinds
            ) {
                notified in
                try await body(AppBackend(notified: notified, apple: apple, mailbox: mailbox))
            }
        }
    }

    /// - Parameter apiKey: The key of a publisher, for their back office.
    func app(apiKey: String? = nil) throws -> BaliseClient {
        var configuration = BaliseConfiguration(
            server: try #require(URL(string: balise.http)), secrets: MemorySecretStore())
        configuration.apiKey = apiKey.map { SecretText($0) }
        configuration.transport = calls.transport
        configuration.ecoveloTokens = EcoveloTokenStore(ForgottenDefaults())
        return BaliseClient(configuration)
    }

    func host(_ rider: Rider, age: Int64 = 0) throws -> EcoveloConfig {
        try EcoveloConfig(iamToken: try rider.token(of: notified.issuer, age: age), programId: "naolib")
    }

    func token(sentTo address: String) async throws -> SecretText {
        SecretText(try #require(try await mailbox.message(to: address).token))
    }
}

extension Person {
    var registrationBody: RegisterRequest {
        RegisterRequest(
            username: name, email: email, password: SecretText(password), firstName: "Ada", lastName: "Lovelace",
            locale: "fr")
    }
}

/// Defaults in memory only, not those of the machine that runs the tests.
private struct ForgottenDefaults: Defaults {
    let keys: [String] = []

    func set(_ text: String?, _ key: String) {}
}
