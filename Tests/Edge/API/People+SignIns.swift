@testable import Edge

extension ScriptedServices {
    /// Ada has one passkey, `p1`.
    func keepPasskeys() {
        on(BeginPasskeySignIn.self) { _ in
            PasskeyRequest(
                relyingParty: "example.org", challenge: [251, 255], requiresVerification: true, seconds: 300)
        }
        on(BeginPasskeyProof.self) { _ in
            PasskeyRequest(
                relyingParty: "example.org", challenge: [251, 255], requiresVerification: true, seconds: 300,
                allowed: [PasskeyDescriptor(credentialID: [1], transports: ["internal"])])
        }
        on(SignInWithPasskey.self) { People.signedIn($0.kind) }
        on(BeginPasskeyRegistration.self) { _ in
            PasskeyCreation(
                relyingParty: "example.org", relyingPartyName: "Example", userHandle: [1, 2, 3],
                userName: Personal("ada@example.org"), displayName: Personal("Ada"), challenge: [251, 255],
                algorithms: [-7, -8],
                excluded: [
                    PasskeyDescriptor(credentialID: [1], transports: ["internal"]),
                    PasskeyDescriptor(credentialID: [2], transports: []),
                ], requiresVerification: false, seconds: 300)
        }
        on(RegisterPasskey.self) { message in People.passkey(named: message.name?.value ?? "Passkey", lastUsedAt: nil) }
        on(ListPasskeys.self) { $0.account == People.ada ? [People.passkey()] : [] }
        on(RenamePasskey.self) { message throws(BusError) in
            try Self.checkOwner(message.account, of: message.passkey)
            return People.passkey(named: message.name.value)
        }
        on(RemovePasskey.self) { message throws(BusError) in
            try Self.checkOwner(message.account, of: message.passkey)
            return Done()
        }
    }

    /// Ada has linked her account with one identity provider, as `l1`.
    func keepProviderLinks() {
        on(ListProviderLinks.self) { message in
            guard message.account == People.ada, let id = ProviderLinkID("l1") else { return [] }
            return [LinkedProvider(id: id, issuer: "https://accounts.google.com", linkedAt: People.earlier)]
        }
        on(RemoveProviderLink.self) { message throws(BusError) in
            guard message.account == People.ada, message.link.text == "l1" else {
                throw .refused(ServiceError(.notFound, "The account has no such link."))
            }
            return Done()
        }
    }

    private static func checkOwner(_ account: AccountID, of passkey: PasskeyID) throws(BusError) {
        guard account == People.ada, passkey.text == "p1" else {
            throw .refused(ServiceError(.notFound, "The account has no such passkey."))
        }
    }
}

extension People {
    static func passkey(named name: String = "My phone", lastUsedAt: UnixTime? = now) -> Passkey {
        Passkey(
            id: PasskeyID("p1")!, credentialID: [251, 255], name: Personal(name), createdAt: earlier,
            lastUsedAt: lastUsedAt, isBackedUp: true)
    }
}

extension SampleCall {
    static let passkeys = [
        SampleCall("POST", "auth/passkeys/options", isForAnybody: true),
        SampleCall("POST", "auth/passkeys", PasskeyTests.shown, isForAnybody: true),
        SampleCall("POST", "users/me/passkeys/options"),
        SampleCall("POST", "users/me/passkeys", PasskeyTests.made, owner: 201),
        SampleCall("GET", "users/me/passkeys"),
        SampleCall("PATCH", "users/me/passkeys/{id}", #"{"name":"My phone"}"#, with: "p1", stranger: 404),
        SampleCall("DELETE", "users/me/passkeys/{id}", with: "p1", stranger: 404),
        SampleCall("POST", "users/me/passkeys/proof"),
    ]
}

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
    static let sentCode = SentEmailCode(expiresAt: now.adding(seconds: 600).date, nextAt: now.adding(seconds: 60).date)
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

    var acceptsAnonymous: Bool {
        template.hasSuffix("/users/me/email") || template.hasSuffix("/users/me/email/confirm")
    }
}

extension ScriptedServices {
    /// Sign-ins by a password that is `two` take a second step.
    func takeSecondSteps() {
        on(TakeSecondStep.self) { _ in People.signedIn() }
        on(BeginTOTP.self) { _ in
            SecondStepEnrolment(
                secret: SecretText("JBSWY3DPEHPK3PXP"), uri: SecretText("otpauth://totp/Example:ada"),
                expiresAt: People.now.date)
        }
        on(ConfirmTOTP.self) { _ in RecoveryCodeList(recoveryCodes: [SecretText("ABCD-EFGH-IJKL-MNOP")]) }
        on(GetSecondStep.self) { message in
            message.account == People.ada
                ? SecondStepStatus(confirmedAt: People.earlier, lastUsedAt: People.now, recoveryCodesLeft: 9)
                : SecondStepStatus()
        }
        on(Proven<RemoveTOTP>.self) { _ in Done() }
        on(Proven<RenewRecoveryCodes>.self) { _ in
            RecoveryCodeList(recoveryCodes: [SecretText("ABCD-EFGH-IJKL-MNOP")])
        }
    }
}

extension SampleCall {
    static let secondSteps = [
        SampleCall("POST", "auth/second-step", #"{"ticket":"t","code":"123456"}"#, isForAnybody: true),
        SampleCall("POST", "users/me/totp", owner: 201),
        SampleCall("POST", "users/me/totp/confirm", #"{"code":"123456"}"#),
        SampleCall("GET", "users/me/totp"),
        SampleCall("DELETE", "users/me/totp", #"{"password":"a"}"#),
        SampleCall("POST", "users/me/totp/recovery-codes", #"{"password":"a"}"#),
    ]
}
