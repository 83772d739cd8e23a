@testable import Location

extension Location {
    /// A valid location; `number` tells one from another.
    static func sample(_ number: Int = 1) -> Location {
        Location(
            timestamp: LocationValue(json: "\"\(1_700_000_000 + number)\""), longitude: LocationValue(json: "10.5"),
            latitude: LocationValue(json: "\"+48.25\""), horizontalAccuracy: LocationValue(json: "5"))
    }
}

extension DeviceID {
    static let owner = DeviceID.named("owner")
    static let friend = DeviceID.named("friend")
    static let stranger = DeviceID.named("stranger")

    static func named(_ text: String) -> DeviceID {
        guard let device = DeviceID(text) else { preconditionFailure("\(text) is not a device id") }
        return device
    }
}

extension DeviceKey {
    static let right = DeviceKey.of("the right key")
    static let wrong = DeviceKey.of("a wrong key")

    static func of(_ secret: String) -> DeviceKey {
        guard let key = DeviceKey(secret) else { preconditionFailure("not a device key") }
        return key
    }
}

extension AccountID {
    static let ada = AccountID.named("0a0a0a0a0a0a0a0a0a0a0a0a")
    static let ben = AccountID.named("0b0b0b0b0b0b0b0b0b0b0b0b")

    static func named(_ text: String) -> AccountID {
        guard let account = AccountID(text) else { preconditionFailure("\(text) is not an account id") }
        return account
    }
}

extension UpdateLocation {
    static func of(
        _ device: DeviceID, _ numbers: [Int] = [1], key: DeviceKey? = nil, history: Bool = true, minutes: String? = nil
    ) -> UpdateLocation {
        UpdateLocation(
            entries: numbers.map { Entry(device: device, key: key, location: .sample($0)) }, keepsHistory: history,
            retentionMinutes: minutes.map { LocationValue(json: $0) })
    }
}
