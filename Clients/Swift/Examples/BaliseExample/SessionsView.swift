import Balise
import SwiftUI

struct SessionsView: View {
    @Environment(ExampleModel.self) private var model

    var body: some View {
        List {
            if let sessions = model.session.sessions {
                ForEach(sessions, id: \.id) { session in
                    SessionRow(session: session)
                        .swipeActions {
                            if !session.isCurrentSession { Button("Sign out", role: .destructive) { end(session) } }
                        }
                }
                if sessions.contains(where: { !$0.isCurrentSession }) {
                    Button("Sign out everywhere else", role: .destructive) {
                        Task { await model.session.endOthers() }
                    }
                }
            } else {
                ProgressView()
            }
            ProblemText(model.session.problem)
        }
        .navigationTitle("Sessions")
        .task { await model.session.loadSessions() }
        .refreshable { await model.session.loadSessions() }
    }

    private func end(_ session: BaliseSession) { Task { await model.session.end(session.id) } }
}

private struct SessionRow: View {
    let session: BaliseSession

    var body: some View {
        VStack(alignment: .leading) {
            Text(name).font(.headline)
            if let location = session.location, !location.isEmpty { Text(location) }
            if session.isCurrentSession {
                Text("This device").font(.footnote).foregroundStyle(.secondary)
            } else {
                Text(session.lastActivityAt, style: .relative).font(.footnote).foregroundStyle(.secondary)
            }
        }
    }

    private var name: String { session.deviceName ?? session.deviceModel ?? session.osName ?? "An unknown device" }
}
