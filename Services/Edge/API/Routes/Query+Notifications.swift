// Which notifications are asked for: the parameters that the API and the operations port share.

import Models

extension Query {
    /// The notification that a parameter names; nil for none.
    func notification(_ name: String) throws(EdgeError) -> AnnouncementID? {
        guard let text = self.text(name) else { return nil }
        guard let id = AnnouncementID(text) else {
            throw .invalid("The parameter \(name) must be the id of a notification.", field: name)
        }
        return id
    }

    /// How far notifications have come that are asked for; nil for however far.
    func state() throws(EdgeError) -> AnnouncementState? {
        guard let text = self.text("state") else { return nil }
        guard let state = AnnouncementState(rawValue: text) else {
            let states = AnnouncementState.allCases.map(\.rawValue).joined(separator: ", ")
            throw .invalid("The parameter state must be one of \(states).", field: "state")
        }
        return state
    }
}
