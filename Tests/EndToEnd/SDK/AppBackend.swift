// What an app on the SDK talks to: a Balise, with stand-ins for everybody outside.

import Fakes
import Foundation
import Testing

@testable import Balise

/// A Balise for apps on the SDK, and who vouches for their people and brings what is pushed.
struct AppBackend: Sendable {
    let notified: Notified
    let apple: AppleIssuer
    /// Where links and codes for people arrive.
    let mailbox: Mailbox
    /// What all apps have called.
    let calls = CalledOperations()

    var balise: RunningBalise { notified.balise }

    /// Runs one for as long as `body` takes.
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

    /// An app that has just been installed, on a device of its own.
    ///
    /// - Parameter apiKey: The key of a publisher, for their back office.
    func app(apiKey: String? = nil) throws -> BaliseClient {
        var configuration = BaliseConfiguration(
            server: try #require(URL(string: balise.http)), secrets: MemorySecretStore())
        configuration.apiKey = apiKey.map { SecretString($0) }
        configuration.transport = calls.transport
        configuration.ecoveloTokens = EcoveloTokenStore(ForgottenDefaults())
        return BaliseClient(configuration)
    }

    /// A provider's token, as the host of an Ecovelo app has it.
    func host(_ rider: Rider, age: Int64 = 0) throws -> EcoveloConfig {
        try EcoveloConfig(iamToken: try rider.token(of: notified.issuer, age: age), programId: "naolib")
    }

    /// A token by which a message to somebody proves that it was read.
    func token(sentTo address: String) async throws -> SecretString {
        SecretString(try #require(try await mailbox.message(to: address).token))
    }
}

extension Person {
    /// The registration, as the SDK has it.
    var registrationBody: RegisterRequest {
        RegisterRequest(
            username: name, email: email, password: SecretString(password), firstName: "Ada", lastName: "Lovelace",
            locale: "fr")
    }
}

/// Defaults that keep nothing: those of the machine that runs the tests are not theirs.
private struct ForgottenDefaults: Defaults {
    let keys: [String] = []

    func set(_ text: String?, _ key: String) {}
}
