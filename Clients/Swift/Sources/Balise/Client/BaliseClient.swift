// The way into the SDK: one client for one server.

/// Talks to a Balise server for an app.
///
/// One client serves the whole app, from any task. Its calls are grouped: `sessions` signs people in and out,
/// `accounts` is about the person, `miataru` shares places, and so on. Whoever is signed in stays signed in over
/// restarts.
///
///     let client = BaliseClient(BaliseConfiguration(server: URL(string: "https://balise.example")!))
///     try await client.sessions.signIn("ada", password: password)
public final class BaliseClient: Sendable {
    /// What the client was made with.
    public let configuration: BaliseConfiguration
    let tokenStore: SessionTokenStore
    let caller: APICaller
    let deviceKeys: DeviceKeys

    /// A client for a server. Nothing is sent or read before the first call.
    public init(_ configuration: BaliseConfiguration) {
        self.configuration = configuration
        let exchange = HTTPExchange(configuration)
        let tokenStore = SessionTokenStore(
            secrets: configuration.secrets, name: "session.\(configuration.serverName)",
            tokens: configuration.ecoveloTokens
        ) { session throws(BaliseError) in
            try await exchange.refresh(session, configuration)
        }
        self.tokenStore = tokenStore
        caller = APICaller(exchange: exchange, tokenStore: tokenStore, apiKey: configuration.apiKey)
        deviceKeys = DeviceKeys(
            caller: caller,
            store: DeviceKeyStore(secrets: configuration.secrets, server: configuration.serverName),
            random: configuration.random)
    }
}
