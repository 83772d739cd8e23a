import Logging
import MessageBus
import Models

/// Reports the place of a search as the user's position. The search neither waits for this nor fails with it.
final class PositionReports: Sendable {
    /// Further reports are dropped, since the next search repeats them.
    static let maximumInFlight = 256

    private let inFlight = Quota(PositionReports.maximumInFlight)

    /// Does nothing for a search without credentials.
    func report(_ coordinate: Coordinate, by call: APICall) {
        // A malformed credential is treated like none, because the search needs no sign-in.
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
            // An expired token is no news here, and an unreachable service is reported elsewhere.
            call.request.logger.debug("a position was not kept", metadata: ["code": "\(error.code.rawValue)"])
        }
    }
}
