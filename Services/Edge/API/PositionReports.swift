// Where signed-in people are, as the place in their searches says.

import Logging
import MessageBus
import Models

/// Sends the place of a search to the location service as the person's position. The search neither waits for this nor
/// fails with it.
final class PositionReports: Sendable {
    /// The most reports under way at a time. Beyond that a report is dropped, since the next search says the same.
    static let maximumInFlight = 256

    private let inFlight = Quota(PositionReports.maximumInFlight)

    /// Reports a position of now for whoever is signed in; does nothing for a search without credentials.
    func report(_ coordinate: Coordinate, by call: APICall) {
        // A malformed credential counts as none here, because anybody may search.
        guard (try? Credential.ofPerson(call.request.headers)) != nil else { return }
        guard inFlight.acquire() else { return }
        let position = Position(coordinate: coordinate, at: call.clock.now())
        Task {
            defer { inFlight.release() }
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
