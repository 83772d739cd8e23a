// What the app opens for a notification.

public import BaliseAPI
public import Foundation

/// What a tap on a notification, or on an entry of the inbox, is to open.
public enum PushTarget: Hashable, Sendable {
    /// An address: of the app's own scheme, or of the web.
    case link(URL)
    /// An offer, an event, a professional, or another page that was named.
    case page(PushDestination)
    /// What its publisher gave the app.
    case data(JSONDetails)
    /// The entry of the inbox, by its id: the notification says of nothing else that it can be opened.
    case inboxEntry(String)
    /// The app alone.
    case app
}

extension PushTarget {
    /// What a push leads to: its link, else the page that it names, else what it gives the app, else its entry.
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

    /// What an entry of the inbox leads to. The inbox has the `data` of no notification.
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
