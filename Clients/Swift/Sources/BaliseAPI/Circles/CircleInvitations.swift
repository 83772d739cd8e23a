public import BaliseJSON
public import Foundation

/// A new invitation: the body of POST users/me/circles/{id}/invitations.
public struct CreateCircleInvitationRequest: JSONConvertible, Hashable {
    /// At most 30 days from now; nil for a day from now.
    @InMilliseconds public var endsAt: Date?
    /// How many people may join with it, 1 to 64; nil for one.
    public var maximumUses: Int?

    public init(endsAt: Date? = nil, maximumUses: Int? = nil) {
        self.maximumUses = maximumUses
        self.endsAt = endsAt
    }
}

/// An open invitation, as the members of the circle see it.
public struct BaliseCircleInvitation: JSONConvertible, Hashable {
    /// Names the invitation in calls. It lets nobody in.
    public var id: String
    /// When it was made.
    public var createdAt: Date
    /// When it ends.
    public var endsAt: Date
    /// How many people may join with it.
    public var maximumUses: Int
    /// How many have joined with it.
    public var uses: Int

    public init(id: String, createdAt: Date, endsAt: Date, maximumUses: Int, uses: Int) {
        (self.id, self.createdAt, self.endsAt) = (id, createdAt, endsAt)
        (self.maximumUses, self.uses) = (maximumUses, uses)
    }
}

/// The open invitations: the answer of GET users/me/circles/{id}/invitations in an envelope.
public struct BaliseCircleInvitationList: JSONConvertible, Hashable {
    /// The latest first.
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
    /// `ABCDE-FGHJK`, for typing. The server shows it only here.
    public var code: SecretText
    /// A page that shows the code, to be sent. The code is behind `#`, so it reaches no log.
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
    /// As the user types it: case, blanks and hyphens do not matter.
    public var code: SecretText
    /// The user's name in the circle, 1 to 128 characters; nil for the display name of the profile.
    public var memberName: String?

    public init(code: SecretText, memberName: String? = nil) { (self.code, self.memberName) = (code, memberName) }
}
