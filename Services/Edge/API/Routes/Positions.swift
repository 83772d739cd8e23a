import BaliseAPI
import Logging
import MessageBus
import Models

func getPosition(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    .enveloped(PositionStatusResponse(try await call.send(GetPosition(account: caller.account))))
}

func setPosition(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let body = try call.body(as: SetPositionRequest.self)
    let now = call.clock.now()
    let position = Position(
        coordinate: try Coordinate(readFrom: body.latitude, body.longitude), accuracy: body.accuracy,
        at: moment(body.timestamp.map(UnixTime.init(nearestTo:)) ?? now, at: now))
    let reply = try await call.send(SetPosition(account: caller.account, position: position))
    return .enveloped(PositionKeptResponse(kept: reply.isKept))
}

/// Returns the time of a report. A time slightly in the future, from a fast clock, becomes now, so that a later erasure
/// is also later than the report. The location service refuses times further in the future.
private func moment(_ timestamp: UnixTime, at now: UnixTime) -> UnixTime {
    timestamp > now && timestamp <= now.adding(seconds: SetPosition.leeway) ? now : timestamp
}

/// Erases the user's stored position, and the copy of it in the profile.
func erasePosition(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    _ = try await call.send(ErasePosition(account: caller.account))
    try await call.clearPlaceOfProfile(of: caller.account)
    return .done("Your position is erased. The next one that your app reports is kept again.")
}

/// Allows or forbids positions. Withdrawing the consent erases the stored position, also in the profile.
func allowPositions(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let body = try call.body(as: AllowPositionsRequest.self)
    let message = AllowPositions(account: caller.account, isAllowed: body.allowed)
    let status = try await call.send(message)
    if !status.isAllowed { try await call.clearPlaceOfProfile(of: caller.account) }
    return .enveloped(PositionStatusResponse(status))
}

extension PositionStatusResponse {
    init(_ status: PositionStatus) {
        self.init(position: status.position.map(BalisePosition.init), allowed: status.isAllowed)
    }
}

extension BalisePosition {
    init(_ position: Position) {
        self.init(
            latitude: position.coordinate.latitude, longitude: position.coordinate.longitude,
            accuracy: position.accuracy, timestamp: position.at.date)
    }
}

/// Reports the place of a search as the user's position. The search neither waits for this nor fails with it.
final class PositionReports: Sendable {
    /// The most reports in flight. Further reports are dropped, because the next search repeats them.
    static let maximumInFlight = 256

    private let inFlight = Quota(PositionReports.maximumInFlight)

    /// Reports a position. Does nothing for a search without credentials.
    func report(_ coordinate: Coordinate, by call: APICall) {
        // The search needs no sign-in, so a malformed credential counts as none.
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
            let caller = try await call.authenticator.caller(of: call.request, servesStale: false, accepting: .api)
            _ = try await call.send(SetPosition(account: caller.account, position: position))
        } catch {
            // A refusal is normal here: tokens expire, and an unreachable service is reported elsewhere.
            call.request.logger.debug("a position was not kept", metadata: ["code": "\(error.code.rawValue)"])
        }
    }
}

extension ProfileDetails {
    /// The fields with a copy of the user's position. The consent is that for the location service.
    private static let placeFields = ["latitude", "longitude"]

    fileprivate static var withoutPlace: ProfileDetails {
        ProfileDetails(fields: Dictionary(uniqueKeysWithValues: placeFields.map { ($0, Personal(.null)) }))
    }

    var saysWhere: Bool {
        ProfileDetails.placeFields.contains { name in
            guard let field = fields?[name] else { return false }
            return field.value != .null
        }
    }

    mutating func leaveOutPlace() {
        for name in ProfileDetails.placeFields where fields?[name]?.value != .null { fields?[name] = nil }
    }

    var coordinate: Coordinate? {
        guard case .number(let latitude)? = fields?["latitude"]?.value,
            case .number(let longitude)? = fields?["longitude"]?.value
        else { return nil }
        return Coordinate(latitude: latitude, longitude: longitude)
    }
}

extension APICall {
    private static let timeoutForPosition = Duration.seconds(1)

    /// Whether the user allows positions. False if the location service is silent: the rest of a profile can still
    /// change.
    func mayKeepPosition(of account: AccountID) async -> Bool {
        do {
            return try await send(GetPosition(account: account), within: APICall.timeoutForPosition).isAllowed
        } catch {
            request.logger.debug("the place in a profile was left out", metadata: ["code": "\(error.code.rawValue)"])
            return false
        }
    }

    /// Removes the position from the profile. Succeeds if the account does not exist or has no position.
    func clearPlaceOfProfile(of account: AccountID) async throws(EdgeError) {
        do {
            _ = try await send(UpdateProfile(account: account, names: AccountNames(), details: .withoutPlace))
        } catch {
            guard error.code == .notFound || error.code == .accountGone else { throw error }
        }
    }

    /// Reports the position in a profile. The location service checks the user's consent. The profile has already
    /// changed, so a failure here has no effect on it.
    func keepPosition(_ coordinate: Coordinate, of account: AccountID, at moment: UnixTime) async {
        let position = Position(coordinate: coordinate, at: moment)
        do {
            _ = try await send(SetPosition(account: account, position: position), within: APICall.timeoutForPosition)
        } catch {
            request.logger.debug("the position of a profile was not kept", metadata: ["code": "\(error.code.rawValue)"])
        }
    }
}
