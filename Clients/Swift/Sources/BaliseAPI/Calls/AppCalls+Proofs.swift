// The calls about what people show of themselves beside a password: passkeys, links with identity providers, second steps, and
// codes by mail.

extension AppCalls {
    // MARK: Passkeys

    /// What an authenticator needs to show a passkey.
    public static var beginPasskeySignIn: Call<NoBody, ResponseEnvelope<PasskeyRequestOptions>> {
        call(.post, "auth/passkeys/options", for: .anybody)
    }
    /// Signs in with a passkey.
    public static var signInWithPasskey: Call<SignInWithPasskeyRequest, SignedInResponse> {
        call(.post, "auth/passkeys", for: .anybody)
    }
    /// What an authenticator needs to make a passkey.
    public static var beginPasskeyRegistration: Call<NoBody, ResponseEnvelope<PasskeyCreationOptions>> {
        call(.post, "users/me/passkeys/options", for: .recentSession)
    }
    /// Adds a passkey.
    public static var registerPasskey: Call<RegisterPasskeyRequest, ResponseEnvelope<BalisePasskey>> {
        call(.post, "users/me/passkeys", answering: [201])
    }
    /// The person's passkeys.
    public static var listPasskeys: Question<ResponseEnvelope<BalisePasskeyList>> { read("users/me/passkeys") }
    /// Gives a passkey another name.
    public static var renamePasskey: Call<RenamePasskeyRequest, ResponseEnvelope<BalisePasskey>> {
        call(.patch, "users/me/passkeys/{id}")
    }
    /// Removes a passkey.
    public static var removePasskey: Question<DoneResponse> { delete("users/me/passkeys/{id}") }

    /// What an authenticator needs to show a passkey as a proof of who asks.
    public static var beginPasskeyProof: Call<NoBody, ResponseEnvelope<PasskeyRequestOptions>> {
        call(.post, "users/me/passkeys/proof")
    }

    // MARK: Provider links

    /// The identity providers with which the account is linked.
    public static var listProviderLinks: Question<ResponseEnvelope<BaliseProviderLinkList>> { read("users/me/links") }
    /// Removes a link with an identity provider.
    public static var removeProviderLink: Question<DoneResponse> {
        delete("users/me/links/{id}", for: .recentSession)
    }

    // MARK: Second steps

    /// Finishes a sign-in that takes two steps.
    public static var takeSecondStep: Call<TakeSecondStepRequest, SignedInResponse> {
        call(.post, "auth/second-step", for: .anybody)
    }
    /// What an authenticator app needs to make codes.
    public static var beginTOTP: Call<NoBody, ResponseEnvelope<SecondStepEnrolment>> {
        call(.post, "users/me/totp", for: .recentSession, answering: [201])
    }
    /// Has the second step count from now on.
    public static var confirmTOTP: Call<ConfirmSecondStepRequest, ResponseEnvelope<RecoveryCodeList>> {
        call(.post, "users/me/totp/confirm")
    }
    /// Whether a sign-in takes a second step.
    public static var getSecondStep: Question<ResponseEnvelope<SecondStepState>> { read("users/me/totp") }
    /// Removes the second step, for whoever shows once more who they are.
    public static var removeTOTP: Call<RequestErasureRequest, DoneResponse> { delete("users/me/totp") }
    /// Makes new recovery codes, for whoever shows once more who they are.
    public static var renewRecoveryCodes: Call<RequestErasureRequest, ResponseEnvelope<RecoveryCodeList>> {
        call(.post, "users/me/totp/recovery-codes")
    }

    // MARK: Codes by mail

    /// Has a code sent to an address to sign in with; the answer is the same whether an account has it.
    public static var requestEmailSignIn: Call<EmailSignInRequest, DoneResponse> {
        call(.post, "auth/email-code/request", for: .anybody)
    }
    /// Signs in with such a code.
    public static var signInWithEmailCode: Call<SignInWithEmailCodeRequest, SignedInResponse> {
        call(.post, "auth/email-code/verify", for: .anybody)
    }
    /// Has a code sent to the account's address, to confirm it.
    public static var requestEmailVerification: Call<NoBody, ResponseEnvelope<SentEmailCode>> {
        call(.post, "users/me/email/verification")
    }
    /// Shows such a code.
    public static var confirmEmail: Call<ConfirmEmailRequest, ResponseEnvelope<CurrentUserResponse>> {
        call(.post, "users/me/email/verification/confirm")
    }
    /// Has a code sent to the address that the account is to have, for whoever shows once more who they are.
    public static var requestEmailChange: Call<ChangeEmailRequest, ResponseEnvelope<SentEmailCode>> {
        call(.post, "users/me/email")
    }
    /// Shows such a code, and changes the address by it.
    public static var confirmEmailChange: Call<ConfirmEmailRequest, ResponseEnvelope<CurrentUserResponse>> {
        call(.post, "users/me/email/confirm")
    }
    /// Has a code sent to the account's address, by which the person shows once more who they are.
    public static var requestProofCode: Call<NoBody, ResponseEnvelope<SentEmailCode>> {
        call(.post, "users/me/proof-code")
    }
}
