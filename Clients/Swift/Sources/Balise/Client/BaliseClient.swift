/// Talks to a Balise server for an app.
///
/// One client serves the whole app, from any task. Its calls are grouped: `sessions` signs users in and out, `accounts`
/// reads and changes the user's account, `locations` shares places, and so on. The session survives restarts of the
/// app.
///
///     let client = BaliseClient(BaliseConfiguration(server: URL(string: "https://balise.example")!))
///     try await client.sessions.signIn("ada", password: password)
public final class BaliseClient: Sendable {
    /// The configuration that the client was created with.
    public let configuration: BaliseConfiguration
    package let tokenStore: SessionTokenStore
    package let caller: APICaller
    let deviceKeys: DeviceKeys

    /// Creates a client for a server. Nothing is sent or read before the first call.
    public init(_ configuration: BaliseConfiguration) {
        self.configuration = configuration
        let exchange = HTTPExchange(configuration: configuration)
        let tokenStore = SessionTokenStore(
            secrets: configuration.secrets, name: "session.\(configuration.serverName)",
            tokens: configuration.issuedTokens ?? EcoveloLeftovers()
        ) { session throws(BaliseError) in try await exchange.refresh(session) }
        self.tokenStore = tokenStore
        caller = APICaller(exchange: exchange, tokenStore: tokenStore, apiKey: configuration.apiKey)
        deviceKeys = DeviceKeys(
            caller: caller,
            store: DeviceKeyStore(secrets: configuration.secrets, server: configuration.serverName),
            random: configuration.random)
    }
}
