// The entries of an inbox, in the form in which the app reads them.

import HTTPInterface
import Models

extension JSONObject {
    /// An entry. The app reads its text from `content` and whether it was read from `state`; where it leads to is said in
    /// the words of a push.
    init(entry: InboxEntry, of account: AccountID) {
        self.init()
        set("id", entry.id.text)
        set("userId", account.text)
        set("type", entry.type.rawValue)
        set("title", entry.title)
        set("content", entry.body)
        set("screen", entry.type.screen)
        set("entityId", entry.subject.text)
        set("isRead", entry.readAt != nil)
        set("createdAt", entry.at)
        var state = JSONObject()
        state.set("isRead", entry.readAt != nil)
        if let readAt = entry.readAt { state.set("readAt", readAt) } else { state.setOrNull("readAt", nil as String?) }
        state.set("createdAt", entry.at)
        set("state", state)
    }
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

extension SubjectID {
    /// The name as a text, whatever it is to its publisher.
    fileprivate var text: String {
        switch self {
        case .number(let number): String(number)
        case .text(let text): text
        }
    }
}
