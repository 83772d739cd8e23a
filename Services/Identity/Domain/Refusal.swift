import Models
import WebAuthn

enum Refusal: ServiceRefusal, Hashable {
    case nameTaken(NameKind)
    case idTaken
    /// An id or address derived from an Apple user, without its counterpart or by another method.
    case derivedApart
    case unknownAccount
    /// An operator's text is the id of one account and a name of another.
    case ambiguousAccount(withID: AccountID, withName: AccountID)
    case accountDisabled
    /// The address that a provider has verified is a name of an account without a link to that provider.
    case addressOfAnother
    /// The provider's user already has another account.
    case linkTaken
    case unknownLink
    /// The account will be erased at this time, as its user requested.
    case erasurePending(until: UnixTime)
    /// The erasure can no longer be cancelled.
    case erasureDue
    /// Since the check of its password, the account has got another one, or was disabled or erased.
    case passwordOutdated
    case passwordNeeded
    /// The password token is unknown, used, replaced by a later one, or expired.
    case unknownReset
    case closedForPasswords
    /// No password can be set by mail: Apple or a provider identifies the user.
    case noPasswords
    case noAddress
    case addressNotVerified
    /// The request needs a new proof of the user's identity.
    case proofNeeded
    /// The account would exceed the limit for the apps' own fields.
    case tooManyFields
    case unknownDocument
    case documentExists
    case documentTooLarge
    case accountGone
    /// The session has ended, or belongs to an earlier account with the same id.
    case sessionOutdated
    /// The erasure is unknown, has another secret, or its record has expired.
    case unknownErasure
    /// A code was requested too soon after another one, or there were too many in a day.
    case codeTooSoon(opens: UnixTime, now: UnixTime)
    /// There is no valid code: none was sent, it was used, or it has expired.
    case noCode
    case codeUsedUp
    /// A mailed code was found invalid only when it was to be used up.
    case emailCode(EmailCodeRefusal)
    /// A passkey was found invalid only when its use was to be stored.
    case passkey(PasskeyRefusal)
    case unknownPasskey
    case passkeyKnown
    case tooManyPasskeys
    case noPasskey
    /// A second step was found invalid only when its use was to be stored.
    case secondStep(SecondStepRefusal)
    /// Too many wrong codes were shown.
    case secondStepWaits(seconds: Int)
    case secondStepExists
    case noSecondStep
    /// There is no secret that waits for its first code.
    case noSecondStepBegun
    /// Without this passkey or link the user could never sign in again.
    case onlyWayIn
    case notInvited
    /// An account needs an e-mail address, possibly in one of the operator's domains.
    case addressNeeded
    /// The operator allows other domains only.
    case domainRefused
}

extension Refusal {
    var answer: ServiceError {
        switch self {
        case .nameTaken(let kind):
            ServiceError(.duplicate, "this \(kind.rawValue) belongs to another account; sign in, or choose another one")
        case .idTaken:
            ServiceError(.duplicate, "this id belongs to another account; sign in, or choose another one")
        case .derivedApart:
            ServiceError(
                .invalidRequest,
                "ids that begin with apple_ and addresses of their domain are derived from Apple users: an account has both"
                    + " or neither, and is made with both through the Appwrite account API")
        case .unknownAccount:
            ServiceError(.notFound, "there is no such account")
        case .ambiguousAccount(let withID, let withName):
            ServiceError(
                .conflict,
                "this is the id of the account \(withID) and a name of the account \(withName): say which is meant, with"
                    + " --by id or --by name in a command, with by=id or by=name in the address")
        case .accountDisabled, .passwordOutdated:
            .wrongCredentials
        case .addressOfAnother:
            ServiceError(
                .duplicate,
                "this e-mail address belongs to an account: show its password with the same code to link the two, or say"
                    + " that another account is to be made")
        case .linkTaken:
            ServiceError(
                .duplicate, "whoever signs in so at the provider has another account here; erase that one first")
        case .erasurePending(let end):
            ServiceError(
                .erasurePending,
                "this account is erased on \(end.utcText), as its person asked; whoever signs in before that with"
                    + " cancelErasure set to true takes that back")
        case .erasureDue:
            ServiceError(
                .erasurePending, "this account is being erased, which cannot be taken back any more", retryAfter: 60)
        case .passwordNeeded:
            ServiceError(.forbidden, "a user name, e-mail address or phone number is changed with the current password")
        case .unknownReset:
            ServiceError(.invalidToken, "this link was used or is over; ask for a new one")
        case .closedForPasswords:
            ServiceError(.conflict, "the account is disabled, and no link would count; enable it first")
        case .noPasswords:
            ServiceError(
                .conflict,
                "the account takes no password: its person signs in with Apple or through an identity provider")
        case .noAddress:
            ServiceError(.conflict, "the account has no e-mail address that a message could be sent to")
        case .addressNotVerified:
            ServiceError(
                .conflict, "the e-mail address of the account is not confirmed; confirm it, or show another proof")
        case .proofNeeded:
            ServiceError(
                .signInTooOld,
                "this account can be signed in to; sign in again, and repeat this within 5 minutes, or show another proof"
            )
        case .tooManyFields:
            ServiceError(
                .invalidRequest,
                "an account has at most \(DetailRules.maximumFields) fields with"
                    + " \(DetailRules.maximumFieldBytes) bytes together")
        case .unknownDocument:
            ServiceError(.notFound, "the account has no such document")
        case .documentExists:
            ServiceError(.conflict, "the account has this document already; change it instead")
        case .documentTooLarge:
            ServiceError(.payloadTooLarge, "a document has at most \(DocumentContent.maximumBytes) bytes")
        case .accountGone:
            ServiceError(.accountGone, "this account is closed or has been erased")
        case .sessionOutdated:
            ServiceError(.invalidToken, "this session has ended; sign in again")
        case .unknownErasure:
            ServiceError(
                .notFound, "there is no such erasure with this secret, it was taken back, or it was kept long enough")
        case .codeTooSoon(let opens, let now):
            Refusal.tooManyCodes(seconds: now.seconds(until: opens))
        case .noCode:
            ServiceError(.codeExpired, "no code counts at present; ask for a new one")
        case .codeUsedUp:
            ServiceError(.rateLimited, "too many wrong codes were shown; ask for a new one")
        case .emailCode(let reason):
            reason.answer
        case .passkey(let reason):
            reason.signInAnswer
        case .unknownLink:
            ServiceError(.notFound, "the account has no such link with an identity provider")
        case .unknownPasskey:
            ServiceError(.notFound, "the account has no such passkey")
        case .passkeyKnown:
            ServiceError(.conflict, "this passkey is in use already; sign in with it, or use another authenticator")
        case .tooManyPasskeys:
            ServiceError(
                .conflict,
                "an account has at most \(PasskeyTable.maximumPerAccount) passkeys; remove one that is not needed any more"
            )
        case .noPasskey:
            ServiceError(.conflict, "this account has no passkey; show who you are in another way")
        case .secondStep(.password), .secondStep(.address), .secondStep(.session), .secondStep(.disabled),
            .secondStep(.notSetUp):
            ServiceError(.wrongCredentials, "the first step does not count any more; begin to sign in once more")
        case .secondStep:
            SecondStepRefusal.wrongCode
        case .secondStepWaits(let seconds):
            ServiceError(
                .rateLimited, "too many wrong codes; wait \(seconds) seconds and try again", retryAfter: seconds)
        case .secondStepExists:
            ServiceError(.conflict, "this account has an app for codes already; remove that one first")
        case .noSecondStep:
            ServiceError(.conflict, "this account has no second step that recovery codes could stand in for")
        case .noSecondStepBegun:
            ServiceError(.codeExpired, "no secret waits for its first code; begin once more")
        case .onlyWayIn:
            ServiceError(
                .conflict, "nobody could sign in to this account without this; add another way in before")
        case .notInvited:
            ServiceError(.forbidden, "accounts are made by invitation here; ask whoever runs this server for one")
        case .addressNeeded:
            ServiceError(
                .forbidden,
                "an account needs an e-mail address here, of a domain that whoever runs this server has named")
        case .domainRefused:
            ServiceError(
                .invalidRequest,
                "e-mail addresses of this domain are not taken here; use another one, or ask whoever runs this server")
        }
    }
}

extension Refusal {
    private static func tooManyCodes(seconds: Int) -> ServiceError {
        ServiceError(
            .rateLimited, "a code was sent; another one can be asked for in \(seconds) seconds", retryAfter: seconds)
    }
}

extension ServiceError {
    /// One error for all failed sign-ins, so that it reveals no names.
    static var wrongCredentials: ServiceError {
        ServiceError(.wrongCredentials, "the name or the password is wrong")
    }
}
