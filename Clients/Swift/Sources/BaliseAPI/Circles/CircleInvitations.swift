public import BaliseJSON
public import Foundation

/// A new invitation: the body of POST users/me/circles/{id}/invitations.
public struct CreateCircleInvitationRequest: JSONConvertible, Hashable {
    /// When the invitation expires, at most 30 days from now; nil for a day from now.
    @InMilliseconds public var endsAt: Date?
    /// How many people may join with the invitation, 1 to 64; nil for one person.
    public var maximumUses: Int?

    public init(endsAt: Date? = nil, maximumUses: Int? = nil) {
        self.maximumUses = maximumUses
        self.endsAt = endsAt
    }
}

/// An open invitation, as the members of the circle see it.
public struct BaliseCircleInvitation: JSONConvertible, Hashable {
    /// The id that names the invitation in calls. No one can join with it.
    public var id: String
    /// When the invitation was created.
    public var createdAt: Date
    /// When the invitation expires.
    public var endsAt: Date
    /// How many people may join with the invitation.
    public var maximumUses: Int
    /// How many people have joined with the invitation.
    public var uses: Int

    public init(id: String, createdAt: Date, endsAt: Date, maximumUses: Int, uses: Int) {
        (self.id, self.createdAt, self.endsAt) = (id, createdAt, endsAt)
        (self.maximumUses, self.uses) = (maximumUses, uses)
    }
}

/// The open invitations: the answer of GET users/me/circles/{id}/invitations in an envelope.
public struct BaliseCircleInvitationList: JSONConvertible, Hashable {
    /// The invitations, the latest first.
    public var invitations: [BaliseCircleInvitation]
    /// The number of invitations.
    public var totalCount: Int

    public init(invitations: [BaliseCircleInvitation], totalCount: Int) {
        (self.invitations, self.totalCount) = (invitations, totalCount)
    }
}

/// A new invitation with its code: the answer of POST users/me/circles/{id}/invitations in an envelope.
public struct CreatedCircleInvitation: JSONConvertible, Hashable {
    /// The invitation.
    public var invitation: BaliseCircleInvitation
    /// The code, such as `ABCDE-FGHJK`, which people can type. The server shows it only here.
    public var code: SecretText
    /// A page that shows the code, to be sent to people. The code follows a `#`, so it reaches no log.
    public var url: SecretText
    /// The address as a QR code in SVG; nil if it is longer than a QR code holds.
    public var qrCode: SecretText?

    public init(
        invitation: BaliseCircleInvitation, code: SecretText, url: SecretText, qrCode: SecretText? = nil
    ) {
        (self.invitation, self.code, self.url, self.qrCode) = (invitation, code, url, qrCode)
    }
}

/// The code of an invitation: the body of POST users/me/circles/join.
public struct JoinCircleRequest: JSONConvertible, Hashable {
    /// The code as the user types it: case, blanks and hyphens do not matter.
    public var code: SecretText
    /// The user's name in the circle, 1 to 128 characters; nil for the display name of the profile.
    public var memberName: String?

    public init(code: SecretText, memberName: String? = nil) { (self.code, self.memberName) = (code, memberName) }
}
