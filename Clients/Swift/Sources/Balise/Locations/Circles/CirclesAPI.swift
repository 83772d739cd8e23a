public import BaliseAPI
import BaliseJSON
public import Foundation

/// Circles: people who share the places of their claimed devices with each other.
///
/// Until a member consents, the other members see nothing of the member's devices, not even that they exist. The owner
/// of a device sees which members looked, in ``visits()``.
public struct CirclesAPI: Sendable {
    let caller: APICaller

    /// Creates a circle with the user as its creator.
    /// - Parameter memberName: The user's name in the circle; nil for the display name of the profile.
    public func create(_ name: String, as memberName: String? = nil) async throws(BaliseError) -> BaliseCircle {
        let body = CreateCircleRequest(name: name, memberName: memberName)
        return try await caller.call(AppCalls.createCircle, body: body).data
    }

    /// Returns the user's circles; the circle that the user joined last is first.
    public func list() async throws(BaliseError) -> [BaliseCircle] {
        try await caller.call(AppCalls.listCircles).data.circles
    }

    /// Joins the circle of an invitation. A wrong or ended code fails with `codeMismatch`.
    /// - Parameter code: As the user types it, or from the end of an invitation's address.
    public func join(_ code: SecretText, as memberName: String? = nil) async throws(BaliseError) -> BaliseCircle {
        try await caller.call(AppCalls.joinCircle, body: JoinCircleRequest(code: code, memberName: memberName)).data
    }

    /// Changes the circle's name, which only its creator may, or the user's own name in the circle.
    public func change(_ circle: String, _ changes: ChangeCircleRequest) async throws(BaliseError) -> BaliseCircle {
        try await caller.call(AppCalls.changeCircle, at: circle, body: changes).data
    }

    /// Sets what the other members see of the user's devices, with immediate effect. Parts that `consent` leaves out
    /// are no longer shared.
    public func setConsent(_ consent: SetCircleConsentRequest, in circle: String) async throws(BaliseError)
        -> BaliseCircle
    {
        try await caller.call(AppCalls.setCircleConsent, at: circle, body: consent).data
    }

    /// Hides the user's devices from the other members until a time, or ends the pause. The rest of the consent stays.
    /// - Parameter circle: The circle as a recent answer contained it.
    /// - Parameter end: At most 366 days from now; nil to end the pause.
    public func pause(_ circle: BaliseCircle, until end: Date?) async throws(BaliseError) -> BaliseCircle {
        let consent = circle.consent
        let request = SetCircleConsentRequest(
            place: consent.place, history: consent.history, battery: consent.battery, pausedUntil: end,
            questions: consent.questions)
        return try await setConsent(request, in: circle.id)
    }

    /// Leaves a circle. The others no longer see the user's devices. The circle ends with its last member.
    public func leave(_ circle: String) async throws(BaliseError) {
        try await caller.send(AppCalls.leaveCircle, at: circle)
    }

    /// Removes another member from a circle that the user created, and ends all open invitations.
    public func remove(_ account: String, from circle: String) async throws(BaliseError) {
        try await caller.send(AppCalls.removeCircleMember, at: circle, account)
    }

    /// Returns the members of circles who looked at the user's devices in the last 30 days, the latest first.
    public func visits() async throws(BaliseError) -> [BaliseCircleVisit] {
        try await caller.call(AppCalls.listCircleVisits).data.visits
    }

    // MARK: Invitations

    /// Creates an invitation. Only this answer contains its code and its address.
    /// - Parameters:
    ///   - end: When the invitation expires, at most 30 days from now; nil for a day from now.
    ///   - uses: How many people may join with the invitation, 1 to 64.
    public func invite(to circle: String, until end: Date? = nil, uses: Int = 1) async throws(BaliseError)
        -> CreatedCircleInvitation
    {
        let body = CreateCircleInvitationRequest(endsAt: end, maximumUses: uses)
        return try await caller.call(AppCalls.createCircleInvitation, at: circle, body: body).data
    }

    /// Returns the open invitations to a circle, the latest first.
    public func invitations(to circle: String) async throws(BaliseError) -> [BaliseCircleInvitation] {
        try await caller.call(AppCalls.listCircleInvitations, at: circle).data.invitations
    }

    /// Ends an invitation: its code is invalid from now on.
    public func endInvitation(_ invitation: String, to circle: String) async throws(BaliseError) {
        try await caller.send(AppCalls.endCircleInvitation, at: circle, invitation)
    }
}

extension LocationsAPI {
    /// Calls about circles of people who share their places with each other.
    public var circles: CirclesAPI { CirclesAPI(caller: caller) }
}
