import Logging
import Models

extension ProfileDetails {
    /// A second copy of the user's position, under the same consent as the one in the location service.
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

    private var contextForPosition: MessageContext {
        var context = request.context
        context.timeout = min(context.timeout, APICall.timeoutForPosition)
        return context
    }

    /// False if location does not answer; the rest of the profile can still change.
    func mayKeepPosition(of account: AccountID) async -> Bool {
        do {
            return try await services.send(GetPosition(account: account), contextForPosition).isAllowed
        } catch {
            request.logger.debug("the place in a profile was left out", metadata: ["cause": "\(error)"])
            return false
        }
    }

    /// Succeeds if the account does not exist or has no position.
    func clearPlaceOfProfile(of account: AccountID) async throws(EdgeError) {
        do {
            _ = try await send(UpdateProfile(account: account, names: AccountNames(), details: .withoutPlace))
        } catch {
            guard error.code == .notFound || error.code == .accountGone else { throw error }
        }
    }

    /// Location checks the user's consent. The profile has changed by then, so a failure here has no effect on it.
    func keepPosition(_ coordinate: Coordinate, of account: AccountID, at moment: UnixTime) async {
        let position = Position(coordinate: coordinate, at: moment)
        do {
            _ = try await services.send(SetPosition(account: account, position: position), contextForPosition)
        } catch {
            request.logger.debug("the position of a profile was not kept", metadata: ["cause": "\(error)"])
        }
    }
}
