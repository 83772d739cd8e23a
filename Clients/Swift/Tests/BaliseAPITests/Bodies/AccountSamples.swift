// The bodies of the calls for accounts, their devices, their preferences and their positions.

import BaliseAPI
import Foundation

extension BodySample {
    private static let fields: ProfileFields = [
        "bio": .text("é"), "isClub10": .flag(true), "latitude": .number(45.75), "points": .number(3),
    ]
    private static let fieldsText = #""bio":"é","isClub10":true,"latitude":45.75,"points":3"#
    private static let user = BaliseUser(
        id: "5f0c", username: "ada", email: "ada@example.org", emailVerifiedAt: now, phoneNumber: "+33612345678",
        phoneVerifiedAt: now,
        firstName: "Ada", lastName: "Lovelace", locale: "fr-FR", createdAt: earlier, updatedAt: now, fields: fields)
    private static let userText =
        #"{"id":"5f0c","username":"ada","email":"ada@example.org","emailVerifiedAt":"2026-01-31T12:00:00Z","#
        + #""phoneNumber":"+33612345678","phoneVerifiedAt":"2026-01-31T12:00:00Z","firstName":"Ada","lastName":"Lovelace","locale":"fr-FR","#
        + #"\#(times),\#(fieldsText)}"#
    private static let choices = BalisePreferences(
        notifyNewOffers: true, notifyNewProNearby: false, notifyLocalEvents: true, notificationRadius: 15,
        preferredCategories: ["SANTE_BIEN_ETRE"])
    private static let choicesText =
        #"{"notifyNewOffers":true,"notifyNewProNearby":false,"notifyLocalEvents":true,"notificationRadius":15,"#
        + #""preferredCategories":["SANTE_BIEN_ETRE"]}"#

    static let accounts = [
        BodySample(
            RegisterRequest(
                username: "ada", email: "ada@example.org", phoneNumber: "+33612345678",
                password: SecretString("pass word"),
                firstName: "Ada", lastName: "Lovelace", locale: "fr-FR", fields: fields),
            #"{"username":"ada","email":"ada@example.org","phoneNumber":"+33612345678","password":"pass word","#
                + #""firstName":"Ada","lastName":"Lovelace","locale":"fr-FR",\#(fieldsText)}"#,
            needs: ["password"]),
        BodySample(
            UpdateProfileRequest(
                email: "ada@example.org", firstName: "", currentPassword: SecretString("pass word"),
                fields: ["bio": .text("é")], removedFields: ["city", "address"]),
            #"{"email":"ada@example.org","firstName":"","currentPassword":"pass word","bio":"é","address":null,"#
                + #""city":null}"#),
        BodySample(UpdateProfileRequest(), "{}"),
        BodySample(user, userText, needs: ["id", "username", "createdAt", "updatedAt"]),
        BodySample(CurrentUserResponse(user: user), #"{"user":\#(userText)}"#, needs: ["user"]),
        BodySample(
            BaliseProfile(
                id: 7, accountId: "5f0c", firstName: "Ada", lastName: "", email: "ada@example.org", emailVerified: true,
                username: "ada",
                phoneNumber: "+33612345678", phoneVerified: true, locale: "fr-FR", createdAt: earlier, updatedAt: now,
                fields: fields),
            #"{"id":7,"accountId":"5f0c","firstName":"Ada","lastName":"","email":"ada@example.org","emailVerified":true,"username":"ada","#
                + #""phoneNumber":"+33612345678","phoneVerified":true,"locale":"fr-FR",\#(times),\#(fieldsText)}"#,
            needs: ["id", "firstName", "lastName", "createdAt", "updatedAt"]),
        BodySample(
            ShortProfile(
                firstName: "Ada", lastName: "", fields: ["userType": .text("CLIENT"), "referralCode": .text("X1")],
                notificationPreference: choices),
            #"{"firstName":"Ada","lastName":"","referralCode":"X1","userType":"CLIENT","#
                + #""notificationPreference":\#(choicesText)}"#,
            needs: ["firstName", "lastName"]),
        BodySample(
            ChangePasswordRequest(
                currentPassword: SecretString("old"), newPassword: SecretString("pass word"), endOtherSessions: true),
            #"{"oldPassword":"old","newPassword":"pass word","endOtherSessions":true}"#,
            needs: ["oldPassword", "newPassword"]),
        BodySample(
            ChangePasswordResponse(message: "Changed.", otherSessions: 0, endedSessions: 2),
            #"{"success":true,"message":"Changed.","otherSessions":0,"endedSessions":2,"data":{}}"#,
            needs: ["message"]),
        BodySample(
            PasswordResetLinkRequest(email: "ada@example.org"), #"{"email":"ada@example.org"}"#, needs: ["email"]),
        BodySample(
            PasswordResetLinkResponse(message: "On its way.", id: 12, email: "ada@example.org", createdAt: now),
            #"{"success":true,"message":"On its way.","id":12,"email":"ada@example.org","#
                + #""createdAt":"2026-01-31T12:00:00Z","data":{}}"#,
            needs: ["message", "id", "email", "createdAt"]),
        BodySample(
            ResetPasswordRequest(token: SecretString("t"), newPassword: SecretString("pass word")),
            #"{"token":"t","newPassword":"pass word"}"#, needs: ["token", "newPassword"]),
    ]

    static let emailCodes = [
        BodySample(
            SentEmailCode(expiresAt: now, nextAt: earlier),
            #"{"expiresAt":"2026-01-31T12:00:00Z","nextAt":"2026-01-01T00:00:00Z"}"#, needs: ["expiresAt", "nextAt"]),
        BodySample(ConfirmEmailRequest(code: SecretString("12345678")), #"{"code":"12345678"}"#, needs: ["code"]),
        BodySample(EmailSignInRequest(email: "ada@example.org"), #"{"email":"ada@example.org"}"#, needs: ["email"]),
        BodySample(
            ChangeEmailRequest(
                email: "ada@example.org", password: SecretString("p"), emailCode: SecretString("12345678"),
                identityToken: SecretString("a.b.c"), nonce: SecretString("n")),
            #"{"email":"ada@example.org","password":"p","emailCode":"12345678","identityToken":"a.b.c","nonce":"n"}"#,
            needs: ["email"]),
        BodySample(
            SignInWithEmailCodeRequest(
                email: "ada@example.org", code: SecretString("12345678"), rememberDevice: false, cancelErasure: true,
                kind: .opaque),
            #"{"email":"ada@example.org","code":"12345678","rememberDevice":false,"cancelErasure":true,"kind":"opaque"}"#,
            needs: ["email", "code"]),
        BodySample(
            RequestErasureRequest(emailCode: SecretString("12345678")), #"{"emailCode":"12345678"}"#),
    ]

    private static let device = ClaimedMiataruDevice(device: "a b", claimedAt: now, hasKey: true)
    private static let deviceText =
        #"{"device":"a b","claimedAt":"2026-01-31T12:00:00Z","hasKey":true,"canResetKey":true}"#

    static let devices = [
        BodySample(
            ClaimDeviceRequest(device: "a b", deviceKey: SecretString("key")), #"{"device":"a b","deviceKey":"key"}"#,
            needs: ["device", "deviceKey"]),
        BodySample(device, deviceText, needs: ["device", "claimedAt", "hasKey", "canResetKey"]),
        BodySample(
            ClaimedMiataruDeviceList(devices: [device], totalCount: 1), #"{"devices":[\#(deviceText)],"totalCount":1}"#,
            needs: ["devices", "totalCount"]),
        BodySample(ResetDeviceKeyRequest(newKey: SecretString("key")), #"{"newKey":"key"}"#),
        BodySample(ResetDeviceKeyRequest(), "{}"),
        BodySample(DeviceKeyResponse(deviceKey: SecretString("key")), #"{"deviceKey":"key"}"#, needs: ["deviceKey"]),
    ]

    static let preferences = [
        BodySample(
            choices, choicesText,
            needs: [
                "notifyNewOffers", "notifyNewProNearby", "notifyLocalEvents", "notificationRadius",
                "preferredCategories",
            ]),
        BodySample(
            BaliseQuietHours(
                start: BaliseTimeOfDay(minutes: 1320), end: BaliseTimeOfDay(minutes: 425), timeZone: "Europe/Paris",
                allowsInterruptions: true),
            #"{"start":"22:00","end":"07:05","timeZone":"Europe/Paris","allowsInterruptions":true}"#),
        BodySample(BaliseQuietHours(), #"{"start":null,"end":null,"timeZone":null}"#),
        BodySample(
            SetQuietHoursRequest(start: midnight, end: midnight), #"{"start":"00:00","end":"00:00"}"#,
            needs: ["start", "end"]),
    ]

    private static let midnight = BaliseTimeOfDay(minutes: 0)!
    private static let position = BalisePosition(latitude: 45.75, longitude: -4, accuracy: 12.5, timestamp: now)
    private static let positionText =
        #"{"latitude":45.75,"longitude":-4,"accuracy":12.5,"timestamp":"2026-01-31T12:00:00Z"}"#

    static let positions = [
        BodySample(position, positionText, needs: ["latitude", "longitude", "timestamp"]),
        BodySample(
            PositionStatusResponse(position: position, allowed: true), #"{"position":\#(positionText),"allowed":true}"#,
            needs: ["allowed"]),
        BodySample(PositionStatusResponse(allowed: false), #"{"position":null,"allowed":false}"#, needs: ["allowed"]),
        BodySample(
            SetPositionRequest(
                latitude: 45.75, longitude: 4.85, accuracy: 5, timestamp: now.addingTimeInterval(0.25)),
            #"{"latitude":45.75,"longitude":4.85,"accuracy":5,"timestamp":"2026-01-31T12:00:00.250Z"}"#,
            needs: ["latitude", "longitude"]),
        BodySample(PositionKeptResponse(kept: false), #"{"kept":false}"#, needs: ["kept"]),
        BodySample(AllowPositionsRequest(allowed: true), #"{"allowed":true}"#, needs: ["allowed"]),
    ]
}
