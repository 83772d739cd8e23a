import Balise
import SwiftUI

struct InboxView: View {
    @Environment(ExampleModel.self) private var model

    var body: some View {
        List {
            if model.inbox.unreadCount != nil && model.inbox.entries.isEmpty { Text("Nothing yet.") }
            ForEach(model.inbox.entries, id: \.id) { entry in
                Button {
                    Task { await markRead(entry) }
                } label: {
                    InboxRow(entry: entry)
                }
            }
            if model.inbox.hasMore { Button("Show more") { Task { await model.inbox.loadMore() } } }
            if model.inbox.entries.contains(where: { !$0.isRead }) {
                Button("Mark all as read") { Task { await markAllRead() } }
            }
            ProblemText(model.inbox.problem)
        }
        .navigationTitle("Inbox")
        .task { await read() }
        .refreshable { await read() }
    }

    private func read() async {
        await model.inbox.load()
        await showUnread()
    }

    private func markRead(_ entry: BaliseInboxEntry) async {
        await model.inbox.markRead(entry.id)
        model.notifications.opened = PushTarget(entry)
        await showUnread()
    }

    private func markAllRead() async {
        await model.inbox.markAllRead()
        await showUnread()
    }

    /// Shows the number of unread entries on the app's icon.
    private func showUnread() async {
        guard let count = model.inbox.unreadCount else { return }
        await model.notifications.showUnread(count)
    }
}

private struct InboxRow: View {
    let entry: BaliseInboxEntry

    var body: some View {
        VStack(alignment: .leading) {
            if entry.isRead { Text(entry.title) } else { Text(entry.title).font(.headline) }
            Text(entry.content)
            Text(entry.createdAt, style: .date).font(.footnote).foregroundStyle(.secondary)
        }
    }
}

/// Names the target of the tapped notification. A real app shows a page of its own here.
struct OpenedText: View {
    let target: PushTarget?

    var body: some View {
        switch target {
        case .link(let address): Text("Opened: \(address.absoluteString)")
        case .page(.offer(let id)): Text("Opened: offer \(id.description)")
        case .page(.event(let id)): Text("Opened: event \(id.description)")
        case .page(.professional(let id)): Text("Opened: professional \(id.description)")
        case .page(.page(let screen, let entity)): Text("Opened: \(screen.rawValue) \(entity)")
        case .data(let data): Text("Opened: \(data.text)")
        case .inboxEntry, .app, nil: EmptyView()
        }
    }
}
