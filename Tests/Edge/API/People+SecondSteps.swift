import Models

@testable import Edge

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
        on(Proven<RenewRecoveryCodes>.self) { _ in RecoveryCodeList(recoveryCodes: [SecretText("ABCD-EFGH-IJKL-MNOP")])
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
