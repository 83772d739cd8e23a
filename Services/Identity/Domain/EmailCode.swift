// Codes by mail: what each is for, how long it counts, and why one does not.

import Models

/// What a code that is sent by mail is for. One for something else does not count.
enum EmailCodeUse: String, Sendable, CaseIterable {
    case verification
    case change
    case proof
    case signIn = "sign-in"

    init(_ purpose: RequestEmailCode.Purpose) {
        switch purpose {
        case .verification: self = .verification
        case .change: self = .change
        case .proof: self = .proof
        }
    }

    /// For how many seconds a code counts.
    var seconds: Int64 {
        switch self {
        // As fresh as everything else by which a person shows that they ask now.
        case .proof: 300
        case .verification, .change, .signIn: 600
        }
    }

    /// The message that brings it.
    var message: MessageKind {
        switch self {
        case .verification: .emailVerification
        case .change: .emailChange
        case .proof: .proofCode
        case .signIn: .signInCode
        }
    }
}

/// A code on its way to an address, before it is known whose that is.
struct EmailCodeDraft: Sendable {
    let use: EmailCodeUse
    let code: OneTimeCode
    let secret: CodeSecret
    let expiresAt: UnixTime
    /// What brings it.
    let message: MessageDraft
}

/// A code that somebody shows.
struct ShownEmailCode: Sendable {
    let use: EmailCodeUse
    /// Nil for what cannot be one.
    let code: OneTimeCode?
    let secret: CodeSecret
}

/// A code that was sent, as it is kept until some time after it was used or over.
struct KeptEmailCode: Sendable {
    let hash: [UInt8]
    /// How often a code was shown.
    let tries: Int64
    let expiresAt: UnixTime
    let usedAt: UnixTime?
}

/// A code that was sent as a proof, whose try was counted and was right.
struct TriedEmailCode: Sendable {
    /// Of the code as it was then: another one may have taken its place.
    let hash: [UInt8]
}

/// Why a code does not count. The raw value is what the log says.
enum EmailCodeRefusal: String, Error, Hashable, CaseIterable {
    case malformed = "no code"
    /// None was sent for this.
    case unsent = "none was sent"
    case used = "used before"
    case expired
    case usedUp = "too many tries"
    /// A wrong one, or one of another account or another address.
    case mismatch = "another code"
    /// It was sent to the same person for something else; they have one for this, too.
    case use = "sent for something else"
    /// It was sent to the same person for something else, and none counts for this.
    case onlyUse = "sent for something else, and none counts for this"
    /// It was sent to an address that is not the account's any more.
    case address = "sent to another address"
    /// Nobody signs in to the account.
    case disabled

    /// Why a code does not count; nil when it does.
    ///
    /// - Parameters:
    ///   - kept: What was sent; nil when nothing was.
    ///   - isRight: Whether the code that is shown is that one.
    init?(_ kept: KeptEmailCode?, isRight: Bool, at now: UnixTime) {
        guard let kept else {
            self = .unsent
            return
        }
        if kept.usedAt != nil {
            self = .used
        } else if kept.expiresAt <= now {
            self = .expired
        } else if kept.tries >= OneTimeCode.tries {
            self = .usedUp
        } else if !isRight {
            self = .mismatch
        } else {
            return nil
        }
    }

    /// Why a code does not count any more that was right when its try was counted.
    ///
    /// - Parameter kept: What there is of its use now; nil when that is nothing.
    init?(_ tried: TriedEmailCode, now kept: KeptEmailCode?, at now: UnixTime) {
        guard let kept, kept.hash == tried.hash else {
            self = .unsent
            return
        }
        if kept.usedAt != nil {
            self = .used
        } else if kept.expiresAt <= now {
            self = .expired
        } else {
            return nil
        }
    }

    /// Why a code does not count that the same person was sent for something else.
    ///
    /// What they are told is what they would be told of any other code. Otherwise a code could be guessed where its tries
    /// are not counted, by showing guesses for something else.
    ///
    /// - Parameter refusal: Why it does not count for what it is shown for.
    init(ofOtherUse refusal: EmailCodeRefusal) {
        switch refusal {
        case .mismatch: self = .use
        case .unsent, .used, .expired: self = .onlyUse
        case .malformed, .usedUp, .use, .onlyUse, .address, .disabled: self = refusal
        }
    }

    /// What the person of an account is told who is signed in to it.
    var answer: ServiceError {
        switch self {
        case .malformed: OneTimeCode.malformed(digits: OneTimeCode.emailDigits)
        case .mismatch, .use: ServiceError(.codeMismatch, "this code is wrong; use the one in the latest message")
        case .usedUp: Refusal.codeUsedUp.answer
        case .unsent, .used, .expired, .onlyUse, .address, .disabled: Refusal.noCode.answer
        }
    }

    /// What somebody is told who wants to sign in: the same whatever is wrong, so that nobody learns who is here.
    static var signInAnswer: ServiceError {
        ServiceError(
            .codeMismatch, "this code is not valid: it is wrong, was used, or has expired; ask for a new one")
    }
}
