/// A bus on each side over ipc, and a folder for the socket between them.
final class AuthSessionBus: Sendable {
    let client: BusClient
    private let folder: TemporaryFolder
    private let endpoint: Endpoint
    private let authBus: MessageBus
    private let edgeBus: MessageBus

    init() throws {
        folder = try TemporaryFolder()
        endpoint = try Endpoint("ipc://\(folder.url.path)/auth-session.sock")
        authBus = try MessageBus(.patient(.authSession))
        edgeBus = try MessageBus(.patient(.edge))
        client = edgeBus.client(as: .edge, endpoints: [.authSession: endpoint])
    }

    /// Serves `auth` until the returned server is closed.
    func serve(_ auth: ScriptedAuthSession) throws -> BusServer { try auth.serve(on: authBus, at: endpoint) }

    func end() async {
        await edgeBus.shutDown(drain: .zero)
        await authBus.shutDown(drain: .zero)
    }
}
