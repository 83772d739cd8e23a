// The entries of an inbox, in the form in which the app reads them.

import BaliseAPI
import Models

extension BaliseInboxEntry {
    /// An entry of the inbox of `account`.
    init(_ entry: InboxEntry, of account: AccountID) {
        self.init(
            id: entry.id.text, userId: account.text, type: entry.type.map(AnnouncementKind.init) ?? .notification,
            title: entry.title, content: entry.body, screen: entry.type?.screen ?? "notification",
            entityId: AnnouncementSubject(entry.subject).description, readAt: entry.readAt?.date,
            createdAt: entry.at.date, kind: entry.kind, link: entry.link)
    }
}

extension AnnouncementKind {
    /// What stands in the place of a type with a notification, which has none.
    fileprivate static let notification = AnnouncementKind(rawValue: "NOTIFICATION")
}

extension AnnouncementType {
    /// The page of the app that shows something of this type.
    fileprivate var screen: String {
        switch self {
        case .offer: "offer_detail"
        case .event: "event_detail"
        case .professional: "professional_detail"
        }
    }
}
