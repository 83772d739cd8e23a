@testable import Balise

extension BaliseConfiguration {
    static func scripted(
        _ transport: any BaliseTransport, secrets: any BaliseSecretStore = MemorySecretStore(),
        time: SetTime = SetTime(),
        pause: (any BaliseSleeper)? = nil
    ) throws -> BaliseConfiguration {
        let server = try #require(URL(string: "https://balise.example"))
        var configuration = BaliseConfiguration(server: server, secrets: secrets)
        configuration.transport = transport
        configuration.time = time
        configuration.pause = pause ?? SkippedPause(time)
        configuration.random = CountedRandom()
        configuration.issuedTokens = KeptTokens()
        configuration.clientInfo = ClientInfoProvider(
            facts: { ClientFacts(name: "Test", platform: "ios", system: "iOS", language: { ClientFacts.Language() }) },
            time: time)
        return configuration
    }
}

extension BaliseClient {
    /// A client for a scripted server.
    ///
    /// - Parameter session: The signed-in user's session; nil when signed out.
    /// - Parameter change: Changes the configuration.
    static func scripted(
        _ transport: any BaliseTransport, session: KeptSession? = .ada,
        secrets: any BaliseSecretStore = MemorySecretStore(),
        time: SetTime = SetTime(), pause: (any BaliseSleeper)? = nil, apiKey: SecretText? = nil,
        _ change: (inout BaliseConfiguration) throws -> Void = { _ in }
    ) async throws -> BaliseClient {
        var configuration = try BaliseConfiguration.scripted(transport, secrets: secrets, time: time, pause: pause)
        configuration.apiKey = apiKey
        try change(&configuration)
        let client = BaliseClient(configuration)
        if let session { try await client.tokenStore.begin(session) }
        return client
    }
}

final class KeptTokens: IssuedTokenStore {
    private let state: Mutex<Credential?>

    init(_ kept: Credential? = nil) { state = Mutex(kept) }

    var kept: Credential? { state.withLock { $0 } }

    func overwrite(with credential: Credential) { state.withLock { $0 = credential } }
    func clear() { state.withLock { $0 = nil } }
}

extension Credential {
    static func issued(_ token: String, for program: String? = nil) -> Credential {
        Credential(token: SecretText(token), program: program)
    }
}

extension KeptSession {
    static let ada = KeptSession(account: "acc_ada", token: SecretText("t1"), refreshToken: SecretText("r1"))
}
