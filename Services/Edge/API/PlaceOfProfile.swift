import Logging
import Models

extension ProfileDetails {
    /// The profile fields with the user's position: a second copy, under the same consent as the one in the location
    /// service.
    private static let placeFields = ["latitude", "longitude"]

    /// A change that removes the position from a profile.
    fileprivate static var withoutPlace: ProfileDetails {
        ProfileDetails(fields: Dictionary(uniqueKeysWithValues: placeFields.map { ($0, Personal(.null)) }))
    }

    /// Whether a change of a profile sets a position field.
    var saysWhere: Bool {
        ProfileDetails.placeFields.contains { name in
            guard let field = fields?[name] else { return false }
            return field.value != .null
        }
    }

    mutating func leaveOutPlace() {
        for name in ProfileDetails.placeFields where fields?[name]?.value != .null { fields?[name] = nil }
    }

    /// The position that a change of a profile sets; nil if it sets no complete one.
    var coordinate: Coordinate? {
        guard case .number(let latitude)? = fields?["latitude"]?.value,
            case .number(let longitude)? = fields?["longitude"]?.value
        else { return nil }
        return Coordinate(latitude: latitude, longitude: longitude)
    }
}

extension APICall {
    /// The time to wait for the location service during a change of a profile.
    private static let timeoutForPosition = Duration.seconds(1)

    private var contextForPosition: MessageContext {
        var context = request.context
        context.timeout = min(context.timeout, APICall.timeoutForPosition)
        return context
    }

    /// Whether the user allows their position to be kept. If location does not answer, the position is not kept; the
    /// rest of the profile can still change.
    func mayKeepPosition(of account: AccountID) async -> Bool {
        do {
            return try await services.send(GetPosition(account: account), contextForPosition).isAllowed
        } catch {
            request.logger.debug("the place in a profile was left out", metadata: ["cause": "\(error)"])
            return false
        }
    }

    /// Removes the position from a user's profile. It succeeds if the account does not exist or has no position.
    func clearPlaceOfProfile(of account: AccountID) async throws(EdgeError) {
        do {
            _ = try await send(UpdateProfile(account: account, names: AccountNames(), details: .withoutPlace))
        } catch {
            guard error.code == .notFound || error.code == .accountGone else { throw error }
        }
    }

    /// Reports the position in a profile to the location service, which checks the user's consent. Local notifications
    /// then use it like any reported position. The profile has changed by then, so a failure here has no effect on it.
    func keepPosition(_ coordinate: Coordinate, of account: AccountID, at moment: UnixTime) async {
        let position = Position(coordinate: coordinate, at: moment)
        do {
            _ = try await services.send(SetPosition(account: account, position: position), contextForPosition)
        } catch {
            request.logger.debug("the position of a profile was not kept", metadata: ["cause": "\(error)"])
        }
    }
}
