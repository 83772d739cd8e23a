// The way between an edge and a scripted auth-session: ipc, as between two processes.

import Foundation
import Isolation
import MessageBus
import Models

/// A bus on each side, and a folder for the socket between them.
final class AuthSessionBus: Sendable {
    /// Sends in the name of the edge.
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

    /// Lets `auth` serve until what it gives back is closed.
    func serve(_ auth: ScriptedAuthSession) throws -> BusServer { try auth.serve(on: authBus, at: endpoint) }

    func end() async {
        await edgeBus.shutDown(drain: .zero)
        await authBus.shutDown(drain: .zero)
    }
}
