import MessageBus
import Models

@testable import Edge

extension ScriptedServices {
    func sendEmailCodes() {
        on(RequestEmailSignIn.self) { _ in Done() }
        on(SignInWithEmailCode.self) { People.signedIn($0.kind) }
        on(RequestEmailCode.self) { _ in People.sentCode }
        on(Proven<RequestEmailCode>.self) { _ in People.sentCode }
        on(ConfirmEmail.self) { message in
            var profile = People.profile(message.account)
            profile.emailVerifiedAt = People.now
            return profile
        }
    }
}

extension People {
    static let sentCode = SentEmailCode(
        expiresAt: now.adding(seconds: 600).date, nextAt: now.adding(seconds: 60).date)
}

extension SampleCall {
    static let emailCodes = [
        SampleCall("POST", "auth/email-code/request", #"{"email":"a@b.c"}"#, isForAnybody: true),
        SampleCall("POST", "auth/email-code/verify", #"{"email":"a@b.c","code":"12345678"}"#, isForAnybody: true),
        SampleCall("POST", "users/me/email/verification"),
        SampleCall("POST", "users/me/email/verification/confirm", #"{"code":"12345678"}"#),
        SampleCall("POST", "users/me/email", #"{"email":"a@b.c","password":"a"}"#),
        SampleCall("POST", "users/me/email/confirm", #"{"code":"12345678"}"#),
        SampleCall("POST", "users/me/proof-code"),
    ]

    var letsNobodyIn: Bool { template.hasSuffix("/users/me/email") || template.hasSuffix("/users/me/email/confirm") }
}
