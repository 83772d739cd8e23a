// What the person was told, the latest first.

import Balise
import SwiftUI

struct InboxView: View {
    @Environment(ExampleModel.self) private var model
    @State private var entries: [BaliseInboxEntry] = []
    @State private var nextCursor: String?
    @State private var isRead = false
    @State private var problem: BaliseError?

    var body: some View {
        List {
            if isRead && entries.isEmpty { Text("Nothing yet.") }
            ForEach(entries, id: \.id) { entry in
                Button {
                    markRead(entry)
                } label: {
                    InboxRow(entry: entry)
                }
            }
            if nextCursor != nil {
                Button("Show more") { Task { await readMore() } }
            }
            if entries.contains(where: { !$0.isRead }) {
                Button("Mark all as read", action: markAllRead)
            }
            ProblemText(problem)
        }
        .navigationTitle("Inbox")
        .task { await read() }
        .refreshable { await read() }
    }

    private func read() async {
        do throws(BaliseError) {
            let page = try await model.client.inbox.page()
            entries = page.entries
            nextCursor = page.pagination.nextCursor
            isRead = true
            problem = nil
        } catch {
            problem = error
        }
    }

    private func readMore() async {
        do throws(BaliseError) {
            let page = try await model.client.inbox.page(after: nextCursor)
            let known = Set(entries.map(\.id))
            entries += page.entries.filter { !known.contains($0.id) }
            nextCursor = page.pagination.nextCursor
            problem = nil
        } catch {
            problem = error
        }
    }

    private func markRead(_ entry: BaliseInboxEntry) {
        Task {
            do throws(BaliseError) {
                try await model.client.inbox.markRead(entry.id)
                await read()
            } catch {
                problem = error
            }
        }
    }

    private func markAllRead() {
        Task {
            do throws(BaliseError) {
                try await model.client.inbox.markAllRead()
                await read()
            } catch {
                problem = error
            }
        }
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
