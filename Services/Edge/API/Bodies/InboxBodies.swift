import BaliseAPI
import Models

extension BaliseInboxEntry {
    init(_ entry: InboxEntry, of account: AccountID) {
        self.init(
            id: entry.id.text, userId: account.text, type: entry.type.map(AnnouncementKind.init) ?? .notification,
            title: entry.title, content: entry.body, screen: entry.type?.screen ?? "notification",
            entityId: AnnouncementSubject(entry.subject).description, readAt: entry.readAt?.date,
            createdAt: entry.at.date, kind: entry.kind, link: entry.link)
    }
}

extension AnnouncementKind {
    /// Notifications have no announcement type, but the app's inbox needs one.
    fileprivate static let notification = AnnouncementKind(rawValue: "NOTIFICATION")
}

extension AnnouncementType {
    fileprivate var screen: String {
        switch self {
        case .offer: "offer_detail"
        case .event: "event_detail"
        case .professional: "professional_detail"
        }
    }
}
