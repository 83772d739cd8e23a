import Models
import WebAuthn

enum Refusal: ServiceRefusal, Hashable {
    case nameTaken(NameKind)
    case idTaken
    /// The request has only the id or only the address that belongs to an Apple user, or uses another sign-in method.
    case derivedApart
    case unknownAccount
    /// The operator's text is the id of one account and a name of another.
    case ambiguousAccount(withID: AccountID, withName: AccountID)
    case accountDisabled
    /// The address that a provider has verified is a name of an account without a link to that provider.
    case addressOfAnother
    case linkTaken
    case unknownLink
    /// The account will be erased at this time, as its user requested.
    case erasurePending(until: UnixTime)
    case erasureDue
    /// Since the check of the password, the account has got another password, or was disabled or erased.
    case passwordOutdated
    case passwordNeeded
    /// The password token is unknown, used, replaced by a later token, or expired.
    case unknownReset
    case closedForPasswords
    case noPasswords
    case noAddress
    case addressNotVerified
    case proofNeeded
    case tooManyFields
    case unknownDocument
    case documentExists
    case documentTooLarge
    case accountGone
    /// The session has ended, or belongs to an earlier account with the same id.
    case sessionOutdated
    /// The erasure is unknown, has another secret, or its record has expired.
    case unknownErasure
    /// A code was requested too soon after another code, or too many codes were requested in the time of the limit.
    case codeTooSoon(opens: UnixTime, now: UnixTime)
    /// No code is valid: none was sent, or the code was used up or has expired.
    case noCode
    case codeUsedUp
    /// A mailed code was found invalid when it was to be used up, after its check.
    case emailCode(EmailCodeRefusal)
    /// A passkey was found invalid when its use was to be stored, after its check.
    case passkey(PasskeyRefusal)
    case unknownPasskey
    case passkeyKnown
    case tooManyPasskeys
    case noPasskey
    /// A second step was found invalid when its use was to be stored, after its check.
    case secondStep(SecondStepRefusal)
    case secondStepWaits(seconds: Int)
    case secondStepExists
    case noSecondStep
    /// No secret waits for its first code.
    case noSecondStepBegun
    /// Without this passkey or link the user could never sign in again.
    case onlyWayIn
    case notInvited
    case addressNeeded
    case domainRefused
    /// The import of accounts has ended, is older than a day, or is for another source.
    case unknownImport

    var answer: ServiceError {
        switch self {
        case .nameTaken(let kind):
            ServiceError(
                .duplicate, "this \(kind.rawValue) belongs to another account; sign in, or choose another one",
                field: kind.field)
        case .idTaken: ServiceError(.duplicate, "this id belongs to another account; sign in, or choose another one")
        case .derivedApart:
            ServiceError(
                .invalidRequest,
                "ids that begin with apple_ and addresses of their domain are derived from Apple users; an account has both"
                    + " or neither, and only the Appwrite account API creates one with both")
        case .unknownAccount: ServiceError(.notFound, "this account does not exist")
        case .ambiguousAccount(let withID, let withName):
            ServiceError(
                .conflict,
                "this is the id of the account \(withID) and a name of the account \(withName): say which you mean, with"
                    + " --by id or --by name in a command, with by=id or by=name in the address")
        case .accountDisabled, .passwordOutdated: .wrongCredentials
        case .addressOfAnother:
            ServiceError(
                .duplicate,
                "this e-mail address belongs to an account: send its password with the same code to link the two, or ask"
                    + " for another account")
        case .linkTaken:
            ServiceError(.duplicate, "this user of the provider has another account here; erase that one first")
        case .erasurePending(let end):
            ServiceError(
                .erasurePending,
                "this account will be erased on \(end.utcText) at its user's request; to keep it, sign in before that with"
                    + " cancelErasure set to true")
        case .erasureDue:
            ServiceError(.erasurePending, "this account is being erased; it is too late to keep it", retryAfter: 60)
        case .passwordNeeded:
            ServiceError(.forbidden, "send the current password to change a user name, e-mail address or phone number")
        case .unknownReset: ServiceError(.invalidToken, "this link was used or has expired; ask for a new one")
        case .closedForPasswords:
            ServiceError(.conflict, "the account is disabled, so a link would not work; enable it first")
        case .noPasswords:
            ServiceError(
                .conflict,
                "the account has no password: its user signs in with Apple or through an identity provider")
        case .noAddress: ServiceError(.conflict, "the account has no e-mail address that a message could be sent to")
        case .addressNotVerified:
            ServiceError(
                .conflict, "the e-mail address of the account is not confirmed; confirm it, or send another proof")
        case .proofNeeded:
            ServiceError(
                .signInTooOld,
                "this account already has a way to sign in; sign in again and repeat this within 5 minutes, or send another proof"
            )
        case .tooManyFields:
            ServiceError(
                .invalidRequest,
                "an account has at most \(DetailRules.maximumFields) fields with"
                    + " \(DetailRules.maximumFieldBytes) bytes together")
        case .unknownDocument: ServiceError(.notFound, "the account has no such document")
        case .documentExists: ServiceError(.conflict, "the account has this document already; change it instead")
        case .documentTooLarge:
            ServiceError(.payloadTooLarge, "a document has at most \(DocumentContent.maximumBytes) bytes")
        case .accountGone: ServiceError(.accountGone, "this account is closed or has been erased")
        case .sessionOutdated: ServiceError(.invalidToken, "this session has ended; sign in again")
        case .unknownErasure:
            ServiceError(
                .notFound, "no erasure has this id and secret, it was cancelled, or its receipt is no longer stored")
        case .codeTooSoon(let opens, let now):
            ServiceError(
                .rateLimited,
                "a code was sent; another one can be asked for in \(now.seconds(until: opens)) seconds",
                retryAfter: now.seconds(until: opens))
        case .noCode: ServiceError(.codeExpired, "no code is valid at present; ask for a new one")
        case .codeUsedUp: ServiceError(.rateLimited, "too many wrong codes; ask for a new one")
        case .emailCode(let reason): reason.answer
        case .passkey(let reason): reason.signInAnswer
        case .unknownLink: ServiceError(.notFound, "the account has no such link with an identity provider")
        case .unknownPasskey: ServiceError(.notFound, "the account has no such passkey")
        case .passkeyKnown:
            ServiceError(.conflict, "this passkey exists already; sign in with it, or use another authenticator")
        case .tooManyPasskeys:
            ServiceError(
                .conflict,
                "an account has at most \(AccountPasskeyTable.maximumPerAccount) passkeys; remove one first"
            )
        case .noPasskey: ServiceError(.conflict, "this account has no passkey; prove who you are in another way")
        case .secondStep(.password), .secondStep(.address), .secondStep(.session), .secondStep(.disabled),
            .secondStep(.notSetUp):
            ServiceError(.wrongCredentials, "the first step is no longer valid; sign in again from the beginning")
        case .secondStep: SecondStepRefusal.wrongCode
        case .secondStepWaits(let seconds):
            ServiceError(
                .rateLimited, "too many wrong codes; wait \(seconds) seconds and try again", retryAfter: seconds)
        case .secondStepExists:
            ServiceError(.conflict, "this account has an app for codes already; remove that one first")
        case .noSecondStep: ServiceError(.conflict, "this account has no second step, so it needs no recovery codes")
        case .noSecondStepBegun: ServiceError(.codeExpired, "no second step is being set up; begin again")
        case .onlyWayIn:
            ServiceError(.conflict, "this is the only way to sign in to the account; add another way first")
        case .notInvited:
            ServiceError(.forbidden, "this server creates accounts by invitation only; ask its operator for one")
        case .addressNeeded:
            ServiceError(
                .forbidden,
                "an account needs an e-mail address here, of a domain that the operator allows")
        case .domainRefused:
            ServiceError(
                .invalidRequest,
                "e-mail addresses of this domain are not accepted here; use another one, or ask the operator",
                field: NameKind.email.field)
        case .unknownImport:
            ServiceError(.notFound, "this import has ended, or is older than a day; begin another one to continue")
        }
    }
}

extension ServiceError {
    /// The error for all failed sign-ins, so that it reveals no names.
    static var wrongCredentials: ServiceError { ServiceError(.wrongCredentials, "the name or the password is wrong") }
}
