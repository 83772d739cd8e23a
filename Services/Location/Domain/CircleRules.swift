import Foundation
import Models

/// The consent that one member of a circle (`owner`) gives another (`reader`), for one of the owner's devices.
struct CircleShareRow: Hashable, Sendable {
    let device: DeviceID
    let owner: AccountID
    /// The time at which the owner claimed the device. Earlier points may belong to another person.
    let claimedAt: UnixTime
    let readerName: Personal<String>
    let consent: CircleConsent
    let historySince: UnixTime
    /// The end of the owner's last pause.
    var placeSince = UnixTime(milliseconds: 0)
}

/// The parts of a device that its owner lets one reader see, through all circles that the two share.
struct CircleShare: Hashable, Sendable {
    let owner: AccountID
    let reader: AccountID
    let readerName: Personal<String>
    private(set) var place: PlacePrecision?
    private(set) var history: PlacePrecision?
    /// The reader does not see points from before this time.
    private(set) var historySince: UnixTime
    /// The reader does not see a present place from before this time.
    private(set) var placeSince = UnixTime(milliseconds: 0)
    private(set) var showsBattery = false
    /// Whether the reader may ask for a fresh place.
    private(set) var answersQuestions = false

    func precision(of kind: PlaceKind) -> PlacePrecision? {
        switch kind {
        case .current: place
        case .history: history
        }
    }

    /// Returns the place as the reader sees it: without speed and altitude, and with the battery level only if the
    /// owner shows it. Nil if its coordinates or its time are unreadable, if the reader may not see places, or for a
    /// place of a pause or of a former owner. Many apps send whole seconds, so only these count.
    func shown(_ location: Location) -> Location? {
        guard let place, let fixedAt = HistoryRules.fixedAt(location.timestamp),
            fixedAt / 1000 >= placeSince.rawValue / 1000, var shown = place.coarse(location)
        else { return nil }
        if showsBattery { shown.batteryLevel = location.batteryLevel }
        return shown
    }

    /// Returns the point as the reader sees it, without speed, altitude and battery level. Nil if it is hidden.
    func shown(_ point: HistoryPoint) -> HistoryPoint? {
        guard let history, let at = point.at, at >= historySince else { return nil }
        let location = Location(
            timestamp: LocationValue(json: "1"), longitude: LocationValue(json: "\(point.longitude)"),
            latitude: LocationValue(json: "\(point.latitude)"),
            horizontalAccuracy: LocationValue(json: "\(point.accuracy ?? 0)"))
        return history.coarse(location).flatMap { HistoryPoint($0, fixedAt: at.rawValue) }
    }

    /// Returns the shares of a reader by device. If several circles contain the device, each kind of data has the most
    /// exact consent. A paused consent counts for nothing.
    static func shares(_ rows: [CircleShareRow], to reader: AccountID, at now: UnixTime) -> [DeviceID: CircleShare] {
        var shares: [DeviceID: CircleShare] = [:]
        for row in rows where !row.consent.isPaused(at: now) {
            let found = CircleShare(
                owner: row.owner, reader: reader, readerName: row.readerName, place: row.consent.place,
                history: row.consent.history, historySince: max(row.historySince, row.claimedAt),
                placeSince: max(row.placeSince, row.claimedAt, row.consent.pausedUntil ?? row.claimedAt),
                showsBattery: row.consent.showsBattery,
                answersQuestions: row.consent.answersQuestions && row.consent.place != nil)
            shares[row.device] = shares[row.device]?.merged(with: found) ?? found
        }
        return shares
    }

    private func merged(with other: CircleShare) -> CircleShare {
        var merged = self
        merged.place = CircleShare.moreExact(place, other.place)
        if other.place == merged.place {
            merged.placeSince = place == merged.place ? min(placeSince, other.placeSince) : other.placeSince
        }
        if let theirs = other.history {
            let isSame = theirs == history
            if isSame { merged.historySince = min(historySince, other.historySince) }
            if history.map({ $0.isAtMost(theirs) }) ?? true, !isSame {
                (merged.history, merged.historySince) = (theirs, other.historySince)
            }
        }
        merged.showsBattery = showsBattery || other.showsBattery
        merged.answersQuestions = answersQuestions || other.answersQuestions
        return merged
    }

    private static func moreExact(_ one: PlacePrecision?, _ other: PlacePrecision?) -> PlacePrecision? {
        guard let one, let other else { return one ?? other }
        return one.isAtMost(other) ? other : one
    }
}

extension CircleConsent {
    func isPaused(at now: UnixTime) -> Bool { pausedUntil.map { $0 > now } ?? false }
}

enum CircleRules {
    /// How long the owner sees a visit, in seconds.
    static let visitsKept: Int64 = 30 * 86_400
    static let idLength = 16
    /// The name of a visitor whose account is erased.
    static let formerMember = "a former member"
    /// The seconds that an account must wait between two questions about a device.
    static let questionPause: Int64 = 300

    /// Returns the seconds until the account may ask again; nil if it may ask now. A last question in the future was
    /// dated by a wrong clock, so it does not count.
    static func wait(afterQuestion last: UnixTime?, at now: UnixTime) -> Int? {
        guard let last, last <= now else { return nil }
        let end = last.adding(seconds: questionPause)
        return end > now ? now.seconds(until: end) : nil
    }

    /// Throws `invalidRequest`, which names all wrong members.
    static func check(name: Personal<String>?, memberName: Personal<String>?) throws(ServiceError) {
        var wrong = WrongMembers()
        wrong.expect(name.map(isName) ?? true, "name", nameText)
        wrong.expect(memberName.map(isName) ?? true, "memberName", nameText)
        try wrong.finish()
    }

    private static let nameText = """
        a name must have \(CreateCircle.nameLengths.lowerBound) to \(CreateCircle.nameLengths.upperBound) characters \
        and no control or invisible characters
        """

    /// Whether people can tell this name from others by its look.
    static func isName(_ name: Personal<String>) -> Bool {
        CreateCircle.nameLengths.contains(name.value.length)
            && name.value.unicodeScalars.allSatisfy(isVisible)
            && !folded(name).isEmpty
    }

    /// Whether a character may be in a name. Invisible characters and those that change the direction of text let a
    /// name look like another. The joiners U+200C and U+200D belong to scripts and emoji.
    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .privateUse: false
        case .format: scalar == "\u{200C}" || scalar == "\u{200D}" || (0xE0020...0xE007F).contains(scalar.value)
        default: !scalar.properties.isDefaultIgnorableCodePoint || scalar.properties.isVariationSelector
        }
    }

    /// Returns the form of a member's name in which two names of a circle must differ. It ignores case, accents,
    /// joiners and blanks at the ends.
    static func folded(_ name: Personal<String>) -> String {
        let visible = name.value.unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint }
        return String(String.UnicodeScalarView(visible))
            .folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Throws `invalidRequest`, which names all wrong members.
    static func check(_ consent: CircleConsent, at now: UnixTime) throws(ServiceError) {
        var wrong = WrongMembers()
        let text = "the precision must be exact, neighbourhood or town"
        wrong.expect(consent.place?.isKnown ?? true, "place", text)
        wrong.expect(consent.history?.isKnown ?? true, "history", text)
        wrong.expect(
            consent.pausedUntil.map { $0 <= now.adding(seconds: SetCircleConsent.maximumPause) } ?? true, "pausedUntil",
            "a pause may last \(SetCircleConsent.maximumPause / 86_400) days; take the consent back instead")
        try wrong.finish()
    }

    /// Returns the time from which the reader sees points. It excludes points from before the consent, from before a
    /// change to a more exact history, and from a pause.
    static func historySince(
        _ former: UnixTime, changing consent: CircleConsent, to new: CircleConsent, at now: UnixTime
    ) -> UnixTime {
        if let pausedUntil = new.pausedUntil, pausedUntil > now { return pausedUntil }
        guard !consent.isPaused(at: now), let precision = consent.history else { return now }
        return new.history?.isAtMost(precision) ?? true ? former : now
    }

    /// Returns the time from which the reader sees a present place: the end of the last pause.
    static func placeSince(
        _ former: UnixTime, changing consent: CircleConsent, to new: CircleConsent, at now: UnixTime
    ) -> UnixTime {
        if let pausedUntil = new.pausedUntil, pausedUntil > now { return pausedUntil }
        return consent.isPaused(at: now) ? now : max(former, consent.pausedUntil ?? former)
    }

    /// Throws `invalidRequest`, which names all wrong members.
    static func check(_ request: CreateCircleInvitation, at now: UnixTime) throws(ServiceError) {
        var wrong = WrongMembers()
        let days = CreateCircleInvitation.longest / 86_400
        let longest = now.adding(seconds: CreateCircleInvitation.longest)
        wrong.expect(
            request.endsAt.map { $0 > now && $0 <= longest } ?? true, "endsAt",
            "the end must be in the future, at most \(days) days from now")
        let counts = CreateCircleInvitation.useCounts
        wrong.expect(
            request.maximumUses.map(counts.contains) ?? true, "maximumUses",
            "the number of uses must be from \(counts.lowerBound) to \(counts.upperBound)")
        try wrong.finish()
    }
}

/// The codes with which people join a circle.
enum CircleCode {
    /// The number of random bytes, and of characters without the hyphen.
    static let length = 10
    private static let lengths = 8...64
    /// The symbols of Crockford's base 32, without letters that look like digits.
    private static let symbols = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")

    /// Makes a code of the form `ABCDE-FGHJK`.
    static func code(random bytes: [UInt8]) -> SecretText {
        let symbols = bytes.prefix(length).map { CircleCode.symbols[Int($0 & 31)] }
        return SecretText("\(String(symbols.prefix(length / 2)))-\(String(symbols.dropFirst(length / 2)))")
    }

    /// Returns the form of a typed code that is hashed: capitals without hyphens, with digits for the letters that look
    /// like them. Nil for a text that cannot be a code.
    static func plain(_ code: SecretText) -> String? {
        var plain = ""
        for byte in code.value.utf8 {
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "-"): continue
            case UInt8(ascii: "o"), UInt8(ascii: "O"): plain.append("0")
            case UInt8(ascii: "i"), UInt8(ascii: "I"), UInt8(ascii: "l"), UInt8(ascii: "L"): plain.append("1")
            case UInt8(ascii: "a")...UInt8(ascii: "z"): plain.unicodeScalars.append(UnicodeScalar(byte - 32))
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                plain.unicodeScalars.append(UnicodeScalar(byte))
            default: return nil
            }
        }
        return lengths.contains(plain.utf8.count) ? plain : nil
    }
}

enum CircleRefusal: Hashable {
    /// The account is not a member of the circle, or the circle does not exist.
    case unknown
    case unknownMember
    case unknownInvitation
    case notCreator
    case wrongCode
    case tooManyGuesses(retryAfter: Int)
    case tooManyCircles
    case isFull
    case tooManyInvitations
    case codeTaken
    /// Another member of the circle has this name.
    case nameTaken
    case documentTooLarge
    /// The device answers no questions of this account. The refusal is the same for a device that is unknown or that
    /// the account may not see.
    case answersNoQuestions
    case askedAlready(retryAfter: Int)

    var answer: ServiceError {
        switch self {
        case .unknown: ServiceError(.notFound, "you are in no such circle")
        case .unknownMember: ServiceError(.notFound, "the circle has no such member")
        case .unknownInvitation: ServiceError(.notFound, "the circle has no such invitation")
        case .notCreator: ServiceError(.forbidden, "only the creator of the circle may do that")
        case .wrongCode:
            ServiceError(
                .codeMismatch, "no open invitation has this code; ask a member of the circle for another one",
                field: "code")
        case .tooManyGuesses(let wait):
            ServiceError(.rateLimited, "too many wrong codes; wait \(wait) s and try again", retryAfter: wait)
        case .tooManyCircles:
            ServiceError(.conflict, "a user may be in \(CreateCircle.maximumCount) circles; leave one first")
        case .isFull: ServiceError(.conflict, "a circle may have \(CreateCircle.maximumMembers) members")
        case .tooManyInvitations:
            ServiceError(
                .conflict,
                "a circle may have \(CreateCircleInvitation.maximumCount) open invitations; end one first")
        case .answersNoQuestions:
            ServiceError(.notFound, "no member of your circles answers questions about this device")
        case .askedAlready(let wait):
            ServiceError(.rateLimited, "a member has just asked; wait \(wait) s and ask again", retryAfter: wait)
        case .documentTooLarge:
            ServiceError(.payloadTooLarge, "a document may have \(CreateCircleDocument.maximumBytes) bytes")
        case .nameTaken:
            ServiceError(
                .conflict, "another member of the circle has this name; choose a different memberName",
                field: "memberName")
        case .codeTaken: ServiceError(.conflict, "this code cannot be used; choose another one", field: "code")
        }
    }
}
