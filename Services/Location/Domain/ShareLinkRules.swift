import Crypto
import Models

struct ShareLinkRow: Hashable, Sendable {
    let number: Int64
    let id: ShareLinkID
    let device: DeviceID
    let deviceNumber: Int64
    let name: String
    let createdAt: UnixTime
    let latestEnd: UnixTime
    let precision: PlacePrecision
    var arrival: ShareLinkArrival?
    /// When the device came to the place of arrival, by the server's clock; nil while it is elsewhere.
    var insideSince: UnixTime?
    var password: StoredDeviceKey?
    var maximumViewers: Int?
    /// Whether the owner has ended the link.
    var isWithdrawn = false
    /// False once the claim or the key with which the link was made is no longer valid.
    var hasRight = true
    /// Whether the account that made the link is closed. The account may be enabled again.
    var isSuspended = false

    /// The end is never an act of the server: it follows from the clock, even while the server is down.
    var endsAt: UnixTime {
        min(latestEnd, insideSince?.adding(seconds: ShareLinkRules.dwell) ?? latestEnd)
    }

    func state(at now: UnixTime) -> ShareLinkState {
        if isWithdrawn || !hasRight { return .ended }
        guard endsAt <= now else { return .open }
        return endsAt < latestEnd ? .arrived : .expired
    }

    func isOpen(at now: UnixTime) -> Bool { state(at: now) == .open }

    func isShown(at now: UnixTime) -> Bool { !isSuspended && isOpen(at: now) }

    /// Returns the place as the link shows it. Nil for a place without a readable time or coordinates, and for a place
    /// from more than an hour before the link was made: that is history.
    func shown(_ location: Location) -> Location? {
        let oldest = createdAt.adding(seconds: -ShareLinkRules.recent)
        guard let fixedAt = HistoryRules.fixedAt(location.timestamp), fixedAt >= oldest.rawValue else { return nil }
        return precision.coarse(location)
    }

    /// Returns `insideSince` after a report. A link that has ended stays as it is, so it never opens again. A report
    /// that is too inaccurate to tell whether the device is inside decides nothing.
    func nextInsideSince(after location: Location, at now: UnixTime) -> UnixTime? {
        guard let arrival, isOpen(at: now), let place = location.coordinate else { return insideSince }
        if arrival.contains(location) { return insideSince ?? now }
        let (way, doubt) = (place.metres(to: arrival.coordinate), max(0, location.accuracy ?? .infinity))
        return way - doubt > Double(arrival.radius) ? nil : insideSince
    }

    func link(_ viewers: [ShareLinkViewer], at now: UnixTime) -> ShareLink {
        ShareLink(
            id: id, device: device, name: name, createdAt: createdAt, endsAt: endsAt, state: state(at: now),
            precision: precision, arrival: arrival, hasPassword: password != nil, maximumViewers: maximumViewers,
            viewers: viewers)
    }
}

extension ShareLinkArrival {
    /// Whether a report shows clearly enough that the device is inside.
    func contains(_ location: Location) -> Bool {
        guard let place = location.coordinate else { return false }
        let doubt = max(0, location.accuracy ?? .infinity)
        return place.metres(to: coordinate) <= Double(radius)
            && doubt <= max(Double(radius), ShareLinkRules.usualAccuracy)
    }

    /// Whether a new link with this place of arrival would end at once. An old place tells nothing about now.
    func isReached(_ location: Location?, at now: UnixTime) -> Bool {
        guard let location, contains(location), let fixedAt = HistoryRules.fixedAt(location.timestamp) else {
            return false
        }
        return fixedAt >= now.adding(seconds: -ShareLinkRules.recent).rawValue
    }
}

enum ShareLinkRules {
    /// Seconds that a device must stay within the radius, so that a passing device does not arrive.
    static let dwell: Int64 = 120
    /// The longest time that a link may be open, in seconds.
    static let longest: Int64 = 31 * 86_400
    /// How long the owner sees an ended link, in seconds.
    static let kept: Int64 = 30 * 86_400
    /// How much older than the link a place may be that the link shows, or that counts as an arrival, in seconds.
    static let recent: Int64 = 3600
    /// How long a browser need not show the password again, in seconds.
    static let unlocked: Int64 = 12 * 3600
    /// The accuracy of a phone among houses, in metres. It is enough for an arrival within a smaller radius, too.
    static let usualAccuracy = 100.0
    static let nameLengths = 1...60
    static let passwordLengths = 6...128
    static let viewerCounts = 1...100
    /// The most viewers that are stored of a link without a limit, because each browser takes a row.
    static let keptViewers = 200
    /// How long a page may be silent before its next look is a new view, in seconds. An open page renews its view each
    /// minute, so a page that is silent for longer has paused for over a minute.
    static let pause: Int64 = 120
    /// The valid radii of a place of arrival, in metres.
    static let radii = 50...10_000

    static let tokenLength = 16

    /// Returns the SHA-256 hash of a token or cookie. Both have 128 random bits, so a fast hash is enough.
    static func hash(of secret: SecretText) -> [UInt8] { Array(SHA256.hash(data: Array(secret.value.utf8))) }

    /// Throws `invalidRequest` with all wrong members.
    static func check(_ link: CreateShareLink, at now: UnixTime) throws(ServiceError) {
        var wrong = WrongMembers()
        check(name: link.name, &wrong)
        wrong.expect(
            link.endsAt > now && link.endsAt <= now.adding(seconds: longest), "endsAt",
            "the end must be in the future, at most \(longest / 86_400) days from now")
        wrong.expect(link.precision.isKnown, "precision", "the precision must be exact, neighbourhood or town")
        wrong.expect(
            link.arrival.map { radii.contains($0.radius) } ?? true, "arrival.radius",
            "the radius must be from \(radii.lowerBound) to \(radii.upperBound) metres")
        wrong.expect(
            link.password.map { passwordLengths.contains($0.value.length) } ?? true, "password",
            "the password must have \(passwordLengths.lowerBound) to \(passwordLengths.upperBound) characters")
        wrong.expect(
            link.maximumViewers.map(viewerCounts.contains) ?? true, "maximumViewers",
            "the number of viewers must be from \(viewerCounts.lowerBound) to \(viewerCounts.upperBound)")
        try wrong.finish()
    }

    /// Throws `invalidRequest` for wrong members: a link must not show more, or for longer, than was promised.
    static func check(_ change: ChangeShareLink, of link: ShareLinkRow, at now: UnixTime) throws(ServiceError) {
        var wrong = WrongMembers()
        check(name: change.name, &wrong)
        wrong.expect(
            change.endsAt.map { $0 > now && $0 <= link.latestEnd } ?? true, "endsAt",
            "a link can only end earlier, and not in the past; make another link to share for longer")
        wrong.expect(
            change.precision.map { $0.isKnown && $0.isAtMost(link.precision) } ?? true, "precision",
            "a link can only become coarser; make another link to share more exactly")
        try wrong.finish()
    }

    private static func check(name: String?, _ wrong: inout WrongMembers) {
        let isRight =
            name.map { name in
                nameLengths.contains(name.length)
                    && name.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
            } ?? true
        wrong.expect(isRight, "name", "the name must have 1 to 60 characters and no control characters")
    }
}

enum ShareLinkRefusal: Hashable {
    /// No link has this token, or the owner has no link with this id.
    case unknown
    case over
    /// The owner can change open links only.
    case alreadyEnded
    case needsPassword
    case wrongPassword
    case tooManyGuesses(retryAfter: Int)
    case tooManyViewers(Int)
    case tooManyNewViewers(retryAfter: Int)
    case tooManyLinks
    /// The device is at the place of arrival already.
    case alreadyThere
    case wrong(ServiceError)

    var answer: ServiceError {
        switch self {
        case .unknown: ServiceError(.notFound, "there is no such link")
        case .over: ServiceError(.tokenExpired, "this link has ended")
        case .alreadyEnded: ServiceError(.conflict, "this link has ended; make another one")
        case .needsPassword: ServiceError(.authenticationRequired, "this link needs its password")
        case .wrongPassword: ServiceError(.wrongCredentials, "the password of the link is wrong")
        case .tooManyGuesses(let wait):
            ServiceError(.rateLimited, "too many wrong passwords for this link; wait \(wait) s", retryAfter: wait)
        case .tooManyViewers(let most):
            ServiceError(.forbidden, "at most \(most) browsers may open this link, and as many have opened it")
        case .tooManyNewViewers(let wait):
            ServiceError(
                .rateLimited, "too many new browsers of your network opened this link; wait \(wait) s",
                retryAfter: wait)
        case .tooManyLinks:
            ServiceError(
                .conflict, "a device may have \(CreateShareLink.maximumCount) open links; end one first")
        case .alreadyThere:
            ServiceError(
                .conflict,
                "the device is at the place of arrival already, so the link would end at once; make it after the device "
                    + "has left, or without an arrival")
        case .wrong(let error): error
        }
    }
}
