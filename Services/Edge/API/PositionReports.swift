// Where signed-in people are, as their searches tell.

import Logging
import Models
import Synchronization

/// Has the positions kept that searches tell, beside the searches: no answer waits for it or fails by it.
final class PositionReports: Sendable {
    /// The most that are on their way at a time. What comes over it is passed over, since the next search tells the same.
    static let maximumInFlight = 256

    private let inFlight = Atomic(0)

    /// Has the position of whoever is signed in behind `call` kept, as from now.
    func report(_ coordinate: Coordinate, by call: APICall) {
        // A credential that cannot be one is none here: anybody may search.
        guard (try? Credential.ofPerson(call.request.headers)) != nil else { return }
        guard inFlight.wrappingAdd(1, ordering: .relaxed).newValue <= PositionReports.maximumInFlight else {
            inFlight.wrappingSubtract(1, ordering: .relaxed)
            return
        }
        let position = Position(coordinate: coordinate, at: call.clock.now())
        Task {
            defer { inFlight.wrappingSubtract(1, ordering: .relaxed) }
            await keep(position, call)
        }
    }

    private func keep(_ position: Position, _ call: APICall) async {
        do throws(EdgeError) {
            let caller = try await call.authenticator.caller(
                of: call.request, servesStale: false, accepting: .api)
            _ = try await call.send(SetPosition(account: caller.account, position: position))
        } catch {
            // A token that is over is no news here, and a service that is away says so elsewhere.
            call.request.logger.debug("a position was not kept", metadata: ["code": "\(error.code.rawValue)"])
        }
    }
}
