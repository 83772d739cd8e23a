// The way between an edge and a scripted auth-session: ipc, as between two processes.

import Foundation
import MessageBus
import Models

/// A bus on each side, and a folder for the socket between them.
final class AuthSessionBus: Sendable {
    /// Sends in the name of the edge.
    let client: BusClient
    private let folder: URL
    private let endpoint: Endpoint
    private let authBus: MessageBus
    private let edgeBus: MessageBus

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "gate-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        endpoint = try Endpoint("ipc://\(folder.path)/auth-session.sock")
        authBus = try MessageBus(BusConfiguration(name: .authSession))
        edgeBus = try MessageBus(BusConfiguration(name: .edge))
        client = edgeBus.client(as: .edge, endpoints: [.authSession: endpoint])
    }

    /// Lets `auth` serve until what it gives back is closed.
    func serve(_ auth: ScriptedAuthSession) throws -> BusServer { try auth.serve(on: authBus, at: endpoint) }

    func end() async {
        await edgeBus.shutDown(drain: .zero)
        await authBus.shutDown(drain: .zero)
        try? FileManager.default.removeItem(at: folder)
    }
}
