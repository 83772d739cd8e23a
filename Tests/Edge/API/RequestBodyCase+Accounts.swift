// What apps write of sessions, accounts, devices and positions.

import BaliseAPI
import Foundation
import Models
import Testing

@testable import Edge

extension RequestBodyCase {
    static let sessions = [
        RequestBodyCase(
            "POST", "/api/v1/auth/login",
            SignInRequest(
                username: "ada", email: "ada@example.org", password: SecretString("pass word"), rememberDevice: false),
            becomes: SignIn.self
        ) { message in
            #expect(message.login.value == "ada")
            #expect(message.password.value == "pass word")
            #expect(message.kind == .rotating)
            #expect(!message.isRemembered)
        },
        RequestBodyCase(
            "POST", "/api/v1/auth/login", SignInRequest(email: "ada@example.org", password: SecretString("pass word")),
            becomes: SignIn.self
        ) { message in
            #expect(message.login.value == "ada@example.org")
            #expect(message.kind == .opaque)
            #expect(message.isRemembered)
        },
        RequestBodyCase(
            "POST", "/api/v1/auth/apple",
            SignInWithAppleRequest(
                identityToken: SecretString("a.b.c"), nonce: SecretString("n"), authorizationCode: SecretString("c"),
                kind: .opaque, redirectUri: "https://a.example/b"),
            becomes: SignInWithApple.self
        ) { message in
            #expect(message.identityToken.value == "a.b.c")
            #expect(message.nonce?.value == "n")
            #expect(message.authorizationCode?.value == "c")
            #expect(message.redirectURI == "https://a.example/b")
            #expect(message.kind == .opaque)
        },
        RequestBodyCase(
            "POST", "/api/v1/auth/refresh",
            RefreshSessionRequest(refreshToken: SecretString("br_1"), accessToken: SecretString("jwt")),
            becomes: RefreshSession.self
        ) { #expect($0.token.value == "br_1") },
        RequestBodyCase(
            "POST", "/api/v1/auth/refresh", RefreshSessionRequest(accessToken: SecretString("jwt")),
            becomes: RefreshSession.self
        ) { #expect($0.token.value == "jwt") },
    ]

    static let accounts = [
        RequestBodyCase(
            "POST", "/api/v1/auth/register",
            RegisterRequest(
                username: "ada", email: "ada@example.org", phoneNumber: "+33612345678",
                password: SecretString("pass word"),
                firstName: "Ada", lastName: "Lovelace", locale: "fr-FR",
                fields: ["city": .text("Lyon"), "bio": .flag(true), "longitude": .number(1.5)]),
            becomes: Register.self
        ) { message in
            #expect(message.names.username == "ada")
            #expect(message.names.email?.value == "ada@example.org")
            #expect(message.names.phone?.value == "+33612345678")
            #expect(message.password.value == "pass word")
            #expect(message.details.firstName?.value == "Ada")
            #expect(message.details.lastName?.value == "Lovelace")
            #expect(message.details.locale == "fr-FR")
            #expect(
                message.details.fields?.mapValues(\.value)
                    == ["city": .text("Lyon"), "bio": .flag(true), "longitude": .number(1.5)])
        },
        RequestBodyCase(
            "PATCH", "/api/v1/users/me",
            UpdateProfileRequest(
                email: "new@example.org", firstName: "", lastName: "King", locale: "en",
                currentPassword: SecretString("pass word"), fields: ["city": .text("Lyon")], removedFields: ["website"]),
            becomes: UpdateProfile.self
        ) { message in
            #expect(message.account == People.ada)
            #expect(message.names.username == nil && message.names.phone == nil)
            #expect(message.names.email?.value == "new@example.org")
            #expect(message.details.firstName?.value == "")
            #expect(message.details.lastName?.value == "King")
            #expect(message.details.locale == "en")
            #expect(message.details.fields?.mapValues(\.value) == ["city": .text("Lyon"), "website": .null])
            #expect(message.password?.value == "pass word")
        },
        RequestBodyCase(
            "POST", "/api/v1/users/change-password",
            ChangePasswordRequest(
                currentPassword: SecretString("old"), newPassword: SecretString("new one"), endOtherSessions: true),
            becomes: ChangePassword.self
        ) { message in
            #expect(message.current.value == "old")
            #expect(message.new.value == "new one")
        },
        RequestBodyCase(
            "POST", "/api/v1/users/change-password",
            ChangePasswordRequest(
                currentPassword: SecretString("old"), newPassword: SecretString("new one"), endOtherSessions: true),
            becomes: EndOtherSessions.self
        ) { #expect($0.kept == People.phone) },
        RequestBodyCase(
            "DELETE", "/api/v1/users/me", RequestErasureRequest(password: SecretString("pass word")),
            becomes: RequestErasure.self
        ) { message in
            #expect(message.proof.password?.value == "pass word" && message.proof.identityToken == nil)
        },
        RequestBodyCase(
            "DELETE", "/api/v1/users/me",
            RequestErasureRequest(identityToken: SecretString("a.b.c"), nonce: SecretString("n")),
            becomes: RequestErasure.self
        ) { message in
            #expect(message.proof.identityToken?.value == "a.b.c" && message.proof.nonce?.value == "n")
            #expect(message.proof.password == nil)
        },
        RequestBodyCase(
            "DELETE", "/api/v1/users/me", RequestErasureRequest(emailCode: SecretString("12345678")),
            becomes: RequestErasure.self
        ) { #expect($0.proof.emailCode?.value == "12345678" && $0.proof.password == nil) },
        RequestBodyCase(
            "POST", "/api/v1/users/me/email",
            ChangeEmailRequest(email: "new@example.org", emailCode: SecretString("12345678")),
            becomes: RequestEmailChange.self
        ) { message in
            #expect(message.address.value == "new@example.org" && message.session == People.phone)
            #expect(message.proof?.emailCode?.value == "12345678")
        },
        RequestBodyCase(
            "POST", "/api/v1/users/me/email/confirm", ConfirmEmailRequest(code: SecretString("12345678")),
            becomes: ConfirmEmail.self
        ) { #expect($0.emailCode.value == "12345678" && $0.purpose == .change) },
        RequestBodyCase(
            "POST", "/api/v1/auth/email-code/request", EmailSignInRequest(email: "ada@example.org"),
            becomes: RequestEmailSignIn.self
        ) { #expect($0.email.value == "ada@example.org") },
        RequestBodyCase(
            "POST", "/api/v1/auth/email-code/verify",
            SignInWithEmailCodeRequest(
                email: "ada@example.org", code: SecretString("12345678"), rememberDevice: false, cancelErasure: true,
                kind: .opaque),
            becomes: SignInWithEmailCode.self
        ) { message in
            #expect(message.email.value == "ada@example.org" && message.emailCode.value == "12345678")
            #expect(message.kind == .opaque && !message.isRemembered && message.cancelsErasure == true)
        },
        RequestBodyCase(
            "POST", "/api/v1/users/me/export", RequestErasureRequest(password: SecretString("pass word")),
            becomes: RequestExport.self
        ) { message in
            #expect(message.proof.password?.value == "pass word" && message.session == People.phone)
        },
        RequestBodyCase(
            "POST", "/api/v1/auth/forgot-password", PasswordResetLinkRequest(email: "ada@example.org"),
            becomes: RequestPasswordReset.self
        ) { #expect($0.email.value == "ada@example.org") },
        RequestBodyCase(
            "POST", "/api/v1/auth/reset-password",
            ResetPasswordRequest(token: SecretString("link"), newPassword: SecretString("new one")),
            becomes: ResetPassword.self
        ) { message in
            #expect(message.token.value == "link")
            #expect(message.new.value == "new one")
        },
    ]

    static let devices = [
        RequestBodyCase(
            "POST", "/api/v1/users/me/location-devices",
            ClaimDeviceRequest(device: "pho ne", deviceKey: SecretString("right")), becomes: ClaimDevice.self
        ) { message in
            #expect(message.device.text == "pho ne")
            #expect(message.key.secret == "right")
        },
        RequestBodyCase(
            "PUT", "/api/v1/users/me/location-devices/pho%20ne/key",
            ResetDeviceKeyRequest(newKey: SecretString("next")),
            becomes: ResetDeviceKey.self
        ) { #expect($0.newKey?.secret == "next") },
        RequestBodyCase(
            "PUT", "/api/v1/users/me/location-devices/pho%20ne/key", ResetDeviceKeyRequest(),
            becomes: ResetDeviceKey.self
        ) { #expect($0.newKey == nil) },
        RequestBodyCase(
            "PUT", "/api/v1/users/me/position",
            SetPositionRequest(
                latitude: 45.75, longitude: -4, accuracy: 12.5,
                timestamp: Date(timeIntervalSince1970: 1_769_860_800.123)),
            becomes: SetPosition.self
        ) { message in
            let place = Coordinate(latitude: 45.75, longitude: -4)
            #expect(message.position.coordinate == place && message.position.accuracy == 12.5)
            #expect(message.position.at == UnixTime(milliseconds: 1_769_860_800_123))
        },
        RequestBodyCase(
            "PUT", "/api/v1/users/me/position", SetPositionRequest(latitude: 1, longitude: 0), becomes: SetPosition.self
        ) { message in
            #expect(message.position.coordinate == Coordinate(latitude: 1, longitude: 0))
            #expect(message.position.accuracy == nil && message.position.at == People.now)
        },
        RequestBodyCase(
            "PUT", "/api/v1/users/me/position/consent", AllowPositionsRequest(allowed: false),
            becomes: AllowPositions.self
        ) { #expect(!$0.isAllowed) },
    ]
}
