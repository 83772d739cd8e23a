// In these objects each member is present and none is null, because a client crashes otherwise. Unknown values are "".

import BaliseJSON
import Foundation
import Models

extension JSONObject {
    /// - Parameter prefs: The preferences as a JSON object.
    init(appwriteUser profile: AccountProfile, prefs: String) {
        self.init()
        set("$id", profile.account.text)
        setPrecise("$createdAt", profile.createdAt)
        setPrecise("$updatedAt", profile.updatedAt)
        set("name", profile.details.displayName?.value ?? profile.givenNames)
        setPrecise("registration", profile.createdAt)
        set("status", profile.status == .active)
        set("labels", [String]())
        setPrecise("passwordUpdate", profile.passwordChangedAt)
        set("email", profile.names.email?.value ?? "")
        set("phone", profile.names.phone?.value ?? "")
        set("emailVerification", profile.emailVerifiedAt != nil)
        set("phoneVerification", false)
        set("mfa", false)
        set("prefs", json: prefs)
        set("targets", [JSONObject]())
        setPrecise("accessedAt", profile.lastLogin.at ?? profile.createdAt)
    }

    /// Renders a session without its secret, which is in the cookies only.
    init(appwriteSession session: SessionSummary, isCurrent: Bool) {
        self.init()
        set("$id", session.session.text)
        setPrecise("$createdAt", session.createdAt)
        setPrecise("$updatedAt", session.lastActivityAt)
        set("userId", session.account.text)
        setPrecise("expire", session.expiresAt)
        set("provider", session.signInMethod.appwriteProvider)
        for name in [
            "providerUid", "providerAccessToken", "providerAccessTokenExpiry", "providerRefreshToken", "ip", "osCode",
        ] { set(name, "") }
        let client = session.client
        set("osName", client.osName ?? "")
        set("osVersion", client.osVersion ?? "")
        for name in ["clientType", "clientCode", "clientName"] { set(name, "") }
        set("clientVersion", client.appVersion ?? "")
        for name in ["clientEngine", "clientEngineVersion"] { set(name, "") }
        set("deviceName", client.deviceType ?? "")
        set("deviceBrand", client.deviceVendor ?? "")
        set("deviceModel", client.deviceModel ?? "")
        set("countryCode", client.country?.value ?? "")
        set("countryName", "")
        set("current", isCurrent)
        set("factors", [session.signInMethod.appwriteFactor])
        set("secret", "")
        set("mfaUpdatedAt", "")
    }

    init(appwriteDocument document: AccountDocument, of account: AccountID, in place: DocumentPlace) {
        self.init()
        set("$id", account.text)
        set("$sequence", 1)
        set("$collectionId", DocumentPlace.users)
        set("$databaseId", place.database)
        setPrecise("$createdAt", document.createdAt)
        setPrecise("$updatedAt", document.updatedAt)
        set("$permissions", ["read", "update"].map { "\($0)(\"user:\(account.text)\")" })
        guard let members = try? JSONDocument(Array(document.json.value.utf8)).root.members else { return }
        for (name, value) in members where !name.hasExactPrefix("$") { set(name, json: value.literal) }
    }

    /// Renders a family: the members that the server itself knows, and then the app's own members.
    init(appwriteFamily family: CircleDocument, for account: AccountID, in place: DocumentPlace) {
        self.init()
        set("$id", family.circle.text)
        set("$sequence", 1)
        set("$collectionId", DocumentPlace.families)
        set("$databaseId", place.database)
        setPrecise("$createdAt", family.createdAt)
        setPrecise("$updatedAt", family.updatedAt)
        set("$permissions", ["read", "update"].map { "\($0)(\"user:\(account.text)\")" })
        set("name", family.name.value)
        set("creator_id", family.members.first?.text ?? "")
        set("members", family.members.map(\.text))
        set("invite_code", family.code?.value ?? "")
        guard let members = try? JSONDocument(Array(family.json.value.utf8)).root.members else { return }
        for (name, value) in members { set(name, json: value.literal) }
    }

    /// Sets a time as `2026-01-31T12:00:00.789+00:00`; "" for nil.
    private mutating func setPrecise(_ name: String, _ time: UnixTime?) { set(name, time.map(precise) ?? "") }
}

private func precise(_ time: UnixTime) -> String {
    let milliseconds = ((time.rawValue % 1000) + 1000) % 1000
    let second = Date(timeIntervalSince1970: Double((time.rawValue - milliseconds) / 1000))
    let fraction = String(1000 + milliseconds).dropFirst()
    return "\(second.formatted(.iso8601).dropLast()).\(fraction)+00:00"
}

extension AccountProfile {
    fileprivate var givenNames: String {
        [details.firstName?.value, details.lastName?.value].compactMap(\.self).filter { !$0.isEmpty }
            .joined(separator: " ")
    }
}

extension SignInMethod {
    fileprivate var appwriteProvider: String {
        switch self {
        case .password, .appwrite: "email"
        case .anonymous: "anonymous"
        case .apple: "apple"
        case .issuer: "oidc"
        case .passkey: "passkey"
        case .emailCode: "email"
        }
    }

    fileprivate var appwriteFactor: String { self == .password || self == .appwrite ? "password" : appwriteProvider }
}
