import Models

extension Query {
    /// The notification in a parameter; nil if it is absent.
    func notification(_ name: String) throws(EdgeError) -> AnnouncementID? {
        guard let text = self.text(name) else { return nil }
        guard let id = AnnouncementID(text) else {
            throw .invalid("The parameter \(name) must be the id of a notification.", field: name)
        }
        return id
    }

    /// The state to filter by; nil for every state.
    func state() throws(EdgeError) -> AnnouncementState? {
        guard let text = self.text("state") else { return nil }
        guard let state = AnnouncementState(rawValue: text) else {
            let states = AnnouncementState.allCases.map(\.rawValue).joined(separator: ", ")
            throw .invalid("The parameter state must be one of \(states).", field: "state")
        }
        return state
    }
}
