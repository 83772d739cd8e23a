// Where in the app a push leads.

public import BaliseAPI
import BaliseJSON
import Foundation

/// What a tap on a push is to open.
public enum PushDestination: Hashable, Sendable {
    /// An offer, by its publisher's id.
    case offer(AnnouncementSubject)
    /// An event, by its publisher's id.
    case event(AnnouncementSubject)
    /// A professional, by its publisher's id.
    case professional(AnnouncementSubject)
    /// Another page of the app, and what it is to show there.
    case page(Screen, entity: String)
}

extension PushDestination {
    /// A page of the app, as pushes name it.
    public struct Screen: OpenWord {
        /// The word.
        public let rawValue: String

        /// A word, known or not.
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
        /// A conversation.
        public static let messages = Screen(rawValue: "message_thread")
        /// The inbox, to which a digest leads.
        public static let inbox = Screen(rawValue: "inbox")
        /// The words that are known here.
        public static let allCases: [Screen] = [.offer, .event, .professional, .partner, .order, .messages, .inbox]
    }

    /// Where a push leads.
    ///
    /// The newer form, `screen` with `entityId`, goes before the older ones: `offerId`, with `type` `EVENT` for events,
    /// `eventId`, and `professionalId`, each a whole number or a text.
    ///
    /// - Parameter payload: The `userInfo` of a notification, or the `data` of a message of Firebase.
    /// - Returns: Nil for a push that leads nowhere.
    public init?(payload: [AnyHashable: Any]) {
        // What a payload holds need not be JSON: libraries add to it what they like, and one such member does not hide
        // the rest.
        var named: [String: Any] = [:]
        for name in PushDestination.names {
            if let value = payload[name], JSONSerialization.isValidJSONObject([value]) { named[name] = value }
        }
        // By way of JSON, a truth value of Objective-C is not taken for the number 1.
        guard let text = try? JSONSerialization.data(withJSONObject: named),
            let document = try? JSONDocument(Array(text))
        else { return nil }
        self.init(document.root)
    }

    /// Where an entry of the inbox leads.
    public init(_ entry: BaliseInboxEntry) {
        self.init(Screen(rawValue: entry.screen), entry.entityId)
    }

    private static let names = ["screen", "entityId", "type", "offerId", "eventId", "professionalId"]

    private init?(_ payload: JSONValue) {
        let offer = AnnouncementSubject(id: payload.member("offerId"))
        let event = AnnouncementSubject(id: payload.member("eventId"))
        let professional = AnnouncementSubject(id: payload.member("professionalId"))
        if let screen = payload.member("screen")?.string, let entity = payload.member("entityId")?.string,
            !screen.isEmpty, !entity.isEmpty
        {
            // An entity is always a text. The older id beside it says whether its publisher knows it as a number.
            let older = [offer, event, professional].first { $0?.description == entity } ?? nil
            self.init(Screen(rawValue: screen), entity, older)
        } else if let offer {
            self = payload.member("type")?.string == AnnouncementKind.event.rawValue ? .event(offer) : .offer(offer)
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
    /// The whole number that the id is or is written as; nil for another text. Pushes of Firebase and the inbox have
    /// every id as a text.
    public var number: Int64? {
        switch self {
        case .number(let number): number
        case .text(let text): Int64(text)
        }
    }

    /// An id in a payload; nil for none, and for what leads nowhere.
    fileprivate init?(id json: JSONValue?) {
        guard let json, let subject = try? AnnouncementSubject(json), subject != .text("") else { return nil }
        self = subject
    }
}
