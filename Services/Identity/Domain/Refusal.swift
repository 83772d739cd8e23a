// Why the rules of accounts refuse a request, and the error that each refusal becomes.

import Models
import WebAuthn

/// Why the rules do not let a request through.
enum Refusal: ServiceRefusal, Hashable {
    /// The name belongs to another account.
    case nameTaken(NameKind)
    /// The id that was wished for belongs to an account.
    case idTaken
    /// An id or an address that is derived from an Apple user, without the other or by another method.
    case derivedApart
    case unknownAccount
    /// An operator's text is the id of one account and a name of another.
    case ambiguousAccount(withID: AccountID, withName: AccountID)
    /// An operator has closed the account.
    case accountDisabled
    /// The address that a provider has verified is a name of an account that is not linked with it.
    case addressOfAnother
    /// The provider's person has another account.
    case linkTaken
    /// The account has no such link with an identity provider.
    case unknownLink
    /// The account is to be erased then, as its person asked.
    case erasurePending(until: UnixTime)
    /// The time is over in which the erasure of the account could be taken back.
    case erasureDue
    /// The account is not what it was when its password was checked: another password, disabled, or erased.
    case passwordOutdated
    /// A name would change, and nobody showed the account's password.
    case passwordNeeded
    /// The token for a new password is unknown, used, replaced by a later one, or over.
    case unknownReset
    /// An operator has a link sent for a disabled account.
    case closedForPasswords
    /// No message may bring the account a password: Apple or a provider vouches for its person.
    case noPasswords
    /// The account has no e-mail address.
    case noAddress
    /// The person has not shown that the account's e-mail address is theirs.
    case addressNotVerified
    /// The account can be signed in to, and nobody has shown once more who they are.
    case proofNeeded
    /// The account would have more of the apps' own fields than it may.
    case tooManyFields
    /// The account has no such document.
    case unknownDocument
    /// There is a document already where one was to be created.
    case documentExists
    /// The document would be larger than it may.
    case documentTooLarge
    /// The account of somebody who is signed in is closed or erased.
    case accountGone
    /// The session with which somebody asks has ended, or is of an account that had this id before.
    case sessionOutdated
    /// There is no such erasure, it is opened by another secret, or it was kept long enough.
    case unknownErasure
    /// A code was asked for too soon after another, or there were too many in a day.
    case codeTooSoon(opens: UnixTime, now: UnixTime)
    /// No code counts: none was sent, it was used, or its time is over.
    case noCode
    /// Too many wrong codes were shown.
    case codeUsedUp
    /// A code by mail does not count any more, as shows only where it is used up.
    case emailCode(EmailCodeRefusal)
    /// A passkey does not count, as shows only where its use is noted.
    case passkey(PasskeyRefusal)
    /// The account has no such passkey.
    case unknownPasskey
    /// An account has this passkey already.
    case passkeyKnown
    /// The account would have more passkeys than it may.
    case tooManyPasskeys
    /// The account has no passkey that could be shown.
    case noPasskey
    /// A second step does not count, as shows only where its use is noted.
    case secondStep(SecondStepRefusal)
    /// Too many wrong codes were shown.
    case secondStepWaits(seconds: Int)
    /// The account has a second step already.
    case secondStepExists
    /// The account has no second step.
    case noSecondStep
    /// No secret waits for its first code, or not any more.
    case noSecondStepBegun
    /// Without this passkey or link nobody could sign in to the account.
    case onlyWayIn
    /// Accounts are made by invitation alone.
    case notInvited
    /// An account has to have an e-mail address, of one of the domains that the operator has named.
    case addressNeeded
    /// The operator has named other domains.
    case domainRefused
}

extension Refusal {
    /// What the client is told.
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
            ServiceError(.notFound, "this account does not exist")
        case .ambiguousAccount(let withID, let withName):
            ServiceError(
                .conflict,
                "this is the id of the account \(withID) and a name of the account \(withName): say which you mean, with"
                    + " --by id or --by name in a command, with by=id or by=name in the address")
        case .accountDisabled, .passwordOutdated:
            .wrongCredentials
        case .addressOfAnother:
            ServiceError(
                .duplicate,
                "this e-mail address belongs to an account: send its password with the same code to link the two, or ask"
                    + " for another account")
        case .linkTaken:
            ServiceError(
                .duplicate, "this user of the provider has another account here; erase that one first")
        case .erasurePending(let end):
            ServiceError(
                .erasurePending,
                "this account will be erased on \(end.utcText) at its user's request; to keep it, sign in before that with"
                    + " cancelErasure set to true")
        case .erasureDue:
            ServiceError(
                .erasurePending, "this account is being erased; it is too late to keep it", retryAfter: 60)
        case .passwordNeeded:
            ServiceError(.forbidden, "send the current password to change a user name, e-mail address or phone number")
        case .unknownReset:
            ServiceError(.invalidToken, "this link was used or has expired; ask for a new one")
        case .closedForPasswords:
            ServiceError(.conflict, "the account is disabled, so a link would not work; enable it first")
        case .noPasswords:
            ServiceError(
                .conflict,
                "the account has no password: its user signs in with Apple or through an identity provider")
        case .noAddress:
            ServiceError(.conflict, "the account has no e-mail address that a message could be sent to")
        case .addressNotVerified:
            ServiceError(
                .conflict, "the e-mail address of the account is not confirmed; confirm it, or send another proof")
        case .proofNeeded:
            ServiceError(
                .signInTooOld,
                "this account has a way to sign in; sign in again, and repeat this within 5 minutes, or send another proof"
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
                .notFound, "no erasure has this id and secret, it was cancelled, or its receipt is no longer stored")
        case .codeTooSoon(let opens, let now):
            Refusal.tooManyCodes(seconds: now.seconds(until: opens))
        case .noCode:
            ServiceError(.codeExpired, "no code is valid at present; ask for a new one")
        case .codeUsedUp:
            ServiceError(.rateLimited, "too many wrong codes; ask for a new one")
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
                "an account has at most \(PasskeyTable.maximumPerAccount) passkeys; remove one first"
            )
        case .noPasskey:
            ServiceError(.conflict, "this account has no passkey; prove who you are in another way")
        case .secondStep(.password), .secondStep(.address), .secondStep(.session), .secondStep(.disabled),
            .secondStep(.notSetUp):
            ServiceError(.wrongCredentials, "the first step is no longer valid; sign in again from the beginning")
        case .secondStep:
            SecondStepRefusal.wrongCode
        case .secondStepWaits(let seconds):
            ServiceError(
                .rateLimited, "too many wrong codes; wait \(seconds) seconds and try again", retryAfter: seconds)
        case .secondStepExists:
            ServiceError(.conflict, "this account has an app for codes already; remove that one first")
        case .noSecondStep:
            ServiceError(.conflict, "this account has no second step, so it needs no recovery codes")
        case .noSecondStepBegun:
            ServiceError(.codeExpired, "no second step is being set up; begin again")
        case .onlyWayIn:
            ServiceError(
                .conflict, "this is the only way to sign in to the account; add another way first")
        case .notInvited:
            ServiceError(.forbidden, "this server makes accounts by invitation only; ask its operator for one")
        case .addressNeeded:
            ServiceError(
                .forbidden,
                "an account needs an e-mail address here, of a domain that the operator allows")
        case .domainRefused:
            ServiceError(
                .invalidRequest,
                "e-mail addresses of this domain are not accepted here; use another one, or ask the operator")
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
    /// One answer for all that is wrong with a sign-in, so that nobody learns which names there are.
    static var wrongCredentials: ServiceError {
        ServiceError(.wrongCredentials, "the name or the password is wrong")
    }
}
