import CBOR

@testable import Push

/// A sample that tests change.
protocol Changeable {}

extension Changeable {
    func with(_ change: (inout Self) -> Void) -> Self {
        var copy = self
        change(&copy)
        return copy
    }
}

extension NotificationChoices: Changeable {}
extension OutgoingNotification: Changeable {}
extension RegisterPushToken: Changeable {}
extension DeliveryCounts: Changeable {}
extension DueDelivery: Changeable {}
extension AnnouncedPage: Changeable {}

extension Coordinate {
    static let sample = Coordinate(latitude: 48.8566, longitude: 2.3522)!

    static func north(_ kilometres: Double) -> Coordinate {
        Coordinate(
            latitude: sample.latitude + kilometres * 1000 / GreatCircle.earthRadius * 180 / .pi,
            longitude: sample.longitude)!
    }
}

extension NotificationChoices {
    static let sample = NotificationChoices(
        notifyNewOffers: true, notifyNewProNearby: true, notifyLocalEvents: true, notificationRadius: 10,
        preferredCategories: ["FOOD_PLAISIRS", "BEAUTE_ESTHETIQUE"])

    static let nothing = NotificationChoices.sample.with {
        ($0.notifyNewOffers, $0.notifyLocalEvents, $0.notifyNewProNearby) = (false, false, false)
    }
}

extension OutgoingNotification {
    static let sample = OutgoingNotification(
        announcing: Announcement(
            type: .offer, subject: .number(42), title: "Deux pizzas", body: "Ce soir", category: "FOOD_PLAISIRS"),
        at: .sample)

    func starting(in seconds: Int64, _ clock: SetClock) -> OutgoingNotification {
        with { $0.startsAt = clock.now().adding(seconds: seconds) }
    }

    var type: AnnouncementType {
        get { announcement!.type }
        set { (announcement!.type, kind) = (newValue, newValue.rawValue) }
    }

    var coordinate: Coordinate {
        get { audience.place! }
        set { audience = .near(newValue) }
    }

    var subject: AnnouncementSubject {
        get { announcement!.subject }
        set { announcement!.subject = newValue }
    }

    var title: String? {
        get { announcement!.title }
        set { announcement!.title = newValue }
    }

    var body: String? {
        get { announcement!.body }
        set { announcement!.body = newValue }
    }

    var category: String? {
        get { announcement!.category }
        set { announcement!.category = newValue }
    }
}

extension RegisterPushToken {
    /// - Parameter token: A name that is converted to a token: of APNs, or of FCM if it begins with `fcm`.
    static func sample(
        _ account: AccountID, token: String, session: String? = nil, pushDevice: String? = nil,
        environment: PushEnvironment? = .production
    ) -> RegisterPushToken {
        RegisterPushToken(
            account: account, session: SessionID(session ?? "session-" + account.text)!,
            token: SecretText(token.hasPrefix("fcm") ? token + ":fcm_registration" : .apns(token)),
            environment: environment, purpose: .alert, platform: "IOS", pushDevice: pushDevice)
    }
}

extension String {
    static func apns(_ name: String) -> String {
        let digits = name.utf8.map { String($0, radix: 16) }.joined()
        return digits + String(repeating: "0", count: Swift.max(0, 64 - digits.count))
    }
}

extension PushStore {
    /// Stores the recipients of an announcement, with all current withdrawals accounted for.
    func recordAudience(
        of announcement: Int64, _ recipients: [ResolvedRecipient], at now: UnixTime
    ) async throws(PushStoreError) {
        let barred = try await recordAudience(
            of: announcement, recipients, after: try await latestWithdrawal(), at: now)
        #expect(barred == nil)
    }

    /// The counts of an announcement.
    func counts(_ id: String = "one") async throws -> DeliveryCounts {
        try #require(try await announcement(id)).record.counts
    }

    /// Applies one change of the location feed, the first of which starts over.
    func setPosition(
        _ position: Position?, of name: String, _ sequence: UInt64, at now: UnixTime = .start
    ) async throws {
        let change = FeedChange(sequence: sequence, key: name, value: try position.map { try CBOREncoder().encode($0) })
        try await applyPositions(
            FeedPage(
                epoch: FeedEpoch(rawValue: 1), changes: [change], highWater: sequence, startsOver: sequence == 1),
            at: now)
    }

    func addDevice(of name: String) async throws {
        let registration = try TokenRules.checked(.sample(AccountID(name)!, token: name))
        _ = try await register(registration, as: PushTokenID("token-" + name)!, at: .start)
    }

    @discardableResult
    func queue(
        _ announcement: OutgoingNotification = .sample, as id: String = "one", for recipients: [ResolvedRecipient],
        at now: UnixTime = .start
    ) async throws -> Int64 {
        _ = try await announce(announcement, as: NotificationID(id)!, at: now)
        let number = try #require(try await self.announcement(id)).number
        try await recordAudience(of: number, recipients, at: now)
        while try await queueNext(number, at: now) {}
        return number
    }

    /// The distance in metres depends on the place in the list.
    func recipients(
        _ names: [String], at distance: (_ place: Int) -> Double = { _ in 1 }
    ) async throws -> [ResolvedRecipient] {
        var recipients: [ResolvedRecipient] = []
        for name in names {
            let number = try #require(try await recipient(of: AccountID(name)!))
            recipients.append(
                ResolvedRecipient(
                    recipient: number, distance: distance(recipients.count), radius: 10, positionAt: .start))
        }
        return recipients
    }
}
