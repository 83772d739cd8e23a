extension AppCalls {
    // MARK: Passkeys

    /// Returns the options for a sign-in with a passkey.
    public static var beginPasskeySignIn: Call<NoBody, ResponseEnvelope<PasskeyRequestOptions>> {
        call(.post, "auth/passkeys/options", for: .anybody)
    }
    /// Signs in with a passkey.
    public static var signInWithPasskey: Call<SignInWithPasskeyRequest, SignedInResponse> {
        call(.post, "auth/passkeys", for: .anybody)
    }
    /// Returns the options for creating a passkey.
    public static var beginPasskeyRegistration: Call<NoBody, ResponseEnvelope<PasskeyCreationOptions>> {
        call(.post, "users/me/passkeys/options", for: .recentSession)
    }
    /// Adds a passkey.
    public static var registerPasskey: Call<RegisterPasskeyRequest, ResponseEnvelope<BalisePasskey>> {
        call(.post, "users/me/passkeys", answering: [201])
    }
    /// Lists the user's passkeys.
    public static var listPasskeys: Question<ResponseEnvelope<BalisePasskeyList>> { read("users/me/passkeys") }
    /// Renames a passkey.
    public static var renamePasskey: Call<RenamePasskeyRequest, ResponseEnvelope<BalisePasskey>> {
        call(.patch, "users/me/passkeys/{id}")
    }
    /// Removes a passkey.
    public static var removePasskey: Question<DoneResponse> { delete("users/me/passkeys/{id}") }

    /// Returns the options for a proof with a passkey.
    public static var beginPasskeyProof: Call<NoBody, ResponseEnvelope<PasskeyRequestOptions>> {
        call(.post, "users/me/passkeys/proof")
    }

    // MARK: Provider links

    /// Lists the identity providers that the account is linked with.
    public static var listProviderLinks: Question<ResponseEnvelope<BaliseProviderLinkList>> { read("users/me/links") }
    /// Removes a link to an identity provider.
    public static var removeProviderLink: Question<DoneResponse> { delete("users/me/links/{id}", for: .recentSession) }

    // MARK: Second steps

    /// Completes a sign-in with a second step.
    public static var takeSecondStep: Call<TakeSecondStepRequest, SignedInResponse> {
        call(.post, "auth/second-step", for: .anybody)
    }
    /// Creates the secret for an authenticator app.
    public static var beginTOTP: Call<NoBody, ResponseEnvelope<SecondStepEnrolment>> {
        call(.post, "users/me/totp", for: .recentSession, answering: [201])
    }
    /// Activates the second step.
    public static var confirmTOTP: Call<ConfirmSecondStepRequest, ResponseEnvelope<RecoveryCodeList>> {
        call(.post, "users/me/totp/confirm")
    }
    /// Reads whether the account has a second step.
    public static var getSecondStep: Question<ResponseEnvelope<SecondStepState>> { read("users/me/totp") }
    /// Removes the second step, with a proof of the user's identity.
    public static var removeTOTP: Call<IdentityProof, DoneResponse> { delete("users/me/totp") }
    /// Creates new recovery codes, with a proof of the user's identity.
    public static var renewRecoveryCodes: Call<IdentityProof, ResponseEnvelope<RecoveryCodeList>> {
        call(.post, "users/me/totp/recovery-codes")
    }

    // MARK: Codes by mail

    /// Sends a sign-in code to an address. The answer does not reveal whether an account has the address.
    public static var requestEmailSignIn: Call<EmailSignInRequest, DoneResponse> {
        call(.post, "auth/email-code/request", for: .anybody)
    }
    /// Signs in with a code from an e-mail.
    public static var signInWithEmailCode: Call<SignInWithEmailCodeRequest, SignedInResponse> {
        call(.post, "auth/email-code/verify", for: .anybody)
    }
    /// Sends a code to the account's address, to confirm it.
    public static var requestEmailVerification: Call<NoBody, ResponseEnvelope<SentEmailCode>> {
        call(.post, "users/me/email/verification")
    }
    /// Confirms the address with the code that was sent to it.
    public static var confirmEmail: Call<ConfirmEmailRequest, ResponseEnvelope<CurrentUserResponse>> {
        call(.post, "users/me/email/verification/confirm")
    }
    /// Sends a code to the account's new address, with a proof of the user's identity.
    public static var requestEmailChange: Call<ChangeEmailRequest, ResponseEnvelope<SentEmailCode>> {
        call(.post, "users/me/email")
    }
    /// Confirms the new address with the code that was sent to it.
    public static var confirmEmailChange: Call<ConfirmEmailRequest, ResponseEnvelope<CurrentUserResponse>> {
        call(.post, "users/me/email/confirm")
    }
    /// Sends a code to the account's address, as a proof of the user's identity.
    public static var requestProofCode: Call<NoBody, ResponseEnvelope<SentEmailCode>> {
        call(.post, "users/me/proof-code")
    }
}
