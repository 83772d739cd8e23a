public import BaliseAPI
import BaliseJSON

/// The page that a tap on a push opens.
public enum PushDestination: Hashable, Sendable {
    /// An offer, by its publisher's id.
    case offer(AnnouncementSubject)
    /// An event, by its publisher's id.
    case event(AnnouncementSubject)
    /// A professional, by its publisher's id.
    case professional(AnnouncementSubject)
    /// Another page of the app, and the id of the entity that it shows.
    case page(Screen, entity: String)
}

extension PushDestination {
    /// A page of the app, as named in pushes.
    public struct Screen: OpenWord {
        /// The page's name in pushes.
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// The page of an offer.
        public static let offer = Screen(rawValue: "offer_detail")
        /// The page of an event.
        public static let event = Screen(rawValue: "event_detail")
        /// The page of a professional.
        public static let professional = Screen(rawValue: "professional_detail")
        /// The page of a partner.
        public static let partner = Screen(rawValue: "partner_detail")
        /// The page of an order.
        public static let order = Screen(rawValue: "order_detail")
        /// The page of a conversation.
        public static let messages = Screen(rawValue: "message_thread")
        /// The inbox, which a digest opens.
        public static let inbox = Screen(rawValue: "inbox")
        public static let allCases: [Screen] = [.offer, .event, .professional, .partner, .order, .messages, .inbox]
    }

    /// Reads the page from a push: `screen` with `entityId`, else the older members `offerId` (with `type` `EVENT` for
    /// an event), `eventId` or `professionalId`, each a whole number or a string.
    /// - Parameter payload: The `userInfo` of a notification, or the `data` of a Firebase message.
    /// - Returns: Nil for a push without a page.
    public init?(payload: [AnyHashable: Any]) {
        guard let root = PushPayload(payload).root else { return nil }
        self.init(root)
    }

    /// Reads the page of an inbox entry; nil if the entry names no page.
    public init(_ entry: BaliseInboxEntry) { self.init(Screen(rawValue: entry.screen), entry.entityId) }

    init?(_ payload: JSONValue) {
        let offer = AnnouncementSubject(id: payload.member("offerId"))
        let event = AnnouncementSubject(id: payload.member("eventId"))
        let professional = AnnouncementSubject(id: payload.member("professionalId"))
        if let screen = payload.member("screen")?.string, let entity = payload.member("entityId")?.string,
            !screen.isEmpty, !entity.isEmpty
        {
            // `entityId` is always a string. An older member beside it shows whether the publisher's id is a number.
            let older = [offer, event, professional].first { $0?.description == entity } ?? nil
            self.init(Screen(rawValue: screen), entity, older)
        } else if let offer {
            self = payload.member("type")?.string == AnnouncementType.event.rawValue ? .event(offer) : .offer(offer)
        } else if let event {
            self = .event(event)
        } else if let professional {
            self = .professional(professional)
        } else {
            return nil
        }
    }

    private init(_ screen: Screen, _ entity: String, _ subject: AnnouncementSubject? = nil) {
        let subject = subject ?? .text(entity)
        self =
            switch screen {
            case .offer: .offer(subject)
            case .event: .event(subject)
            case .professional: .professional(subject)
            default: .page(screen, entity: entity)
            }
    }
}

extension AnnouncementSubject {
    /// The id as a whole number; nil for a text that is no number. Firebase and the inbox send numbers as strings.
    public var number: Int64? {
        switch self {
        case .number(let number): number
        case .text(let text): Int64(text)
        }
    }

    /// Reads an id; nil if the member is missing, is empty or has another form.
    fileprivate init?(id json: JSONValue?) {
        guard let json, let subject = try? AnnouncementSubject(json), subject != .text("") else { return nil }
        self = subject
    }
}
