// The latitude and longitude that an app keeps in a profile: a second copy of where its person is, which goes by the same
// consent as the position that location keeps.

import Logging
import Models

extension ProfileDetails {
    /// The fields that say where somebody is.
    private static let placeFields = ["latitude", "longitude"]

    /// What takes the place out of a profile.
    fileprivate static var withoutPlace: ProfileDetails {
        ProfileDetails(fields: Dictionary(uniqueKeysWithValues: placeFields.map { ($0, Personal(.null)) }))
    }

    /// Whether a change of a profile sets a field that says where the person is.
    var saysWhere: Bool {
        ProfileDetails.placeFields.contains { name in
            guard let field = fields?[name] else { return false }
            return field.value != .null
        }
    }

    /// Takes such fields out of a change.
    mutating func leaveOutPlace() {
        for name in ProfileDetails.placeFields where fields?[name]?.value != .null { fields?[name] = nil }
    }

    /// Where a change of a profile says that the person is; nil where it says less than a place.
    var coordinate: Coordinate? {
        guard case .number(let latitude)? = fields?["latitude"]?.value,
            case .number(let longitude)? = fields?["longitude"]?.value
        else { return nil }
        return Coordinate(latitude: latitude, longitude: longitude)
    }
}

extension APICall {
    /// How long a change of a profile waits for what location says.
    private static let timeoutForPosition = Duration.seconds(1)

    private var contextForPosition: MessageContext {
        var context = request.context
        context.timeout = min(context.timeout, APICall.timeoutForPosition)
        return context
    }

    /// Whether a person lets be kept where they are. While location cannot say it, nothing is kept: the rest of a
    /// profile can be changed all the same.
    func mayKeepPosition(of account: AccountID) async -> Bool {
        do {
            return try await services.send(GetPosition(account: account), contextForPosition).isAllowed
        } catch {
            request.logger.debug("the place in a profile was left out", metadata: ["cause": "\(error)"])
            return false
        }
    }

    /// Takes the place out of a person's profile. Done where the account is gone, or has none.
    func clearPlaceOfProfile(of account: AccountID) async throws(EdgeError) {
        do {
            _ = try await send(UpdateProfile(account: account, names: AccountNames(), details: .withoutPlace))
        } catch {
            guard error.code == .notFound || error.code == .accountGone else { throw error }
        }
    }

    /// Has the position that an app tells in a profile count for what its person wants to hear of, as one that it
    /// reports does: with the person's consent, which location knows. The profile is changed by then, whatever becomes
    /// of this.
    func keepPosition(_ coordinate: Coordinate, of account: AccountID, at moment: UnixTime) async {
        let position = Position(coordinate: coordinate, at: moment)
        do {
            _ = try await services.send(SetPosition(account: account, position: position), contextForPosition)
        } catch {
            request.logger.debug("the position of a profile was not kept", metadata: ["cause": "\(error)"])
        }
    }
}
