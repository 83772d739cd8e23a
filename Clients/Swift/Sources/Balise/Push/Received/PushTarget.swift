public import BaliseAPI
public import Foundation

/// The thing that a tap on a notification or an inbox entry opens.
public enum PushTarget: Hashable, Sendable {
    /// An address, of the app's own scheme or of the web.
    case link(URL)
    /// An offer, an event, a professional, or another named page.
    case page(PushDestination)
    /// The publisher's data for the app.
    case data(JSONDetails)
    /// The inbox entry, by its id, because the notification names nothing else to open.
    case inboxEntry(String)
    /// The app, without a certain page.
    case app
}

extension PushTarget {
    /// The target of a push: its link, else its page, else its data, else its inbox entry.
    public init(_ push: ReceivedPush) {
        self =
            if let link = push.link {
                .link(link)
            } else if let page = push.page {
                .page(page)
            } else if let data = push.data {
                .data(data)
            } else if let id = push.id {
                .inboxEntry(id)
            } else {
                .app
            }
    }

    /// The target of an inbox entry. Entries have no `data`.
    public init(_ entry: BaliseInboxEntry) {
        if let link = entry.link.flatMap({ URL(string: $0) }) {
            self = .link(link)
        } else if entry.screen == "notification" {
            self = .inboxEntry(entry.id)
        } else {
            self = .page(PushDestination(entry))
        }
    }
}
