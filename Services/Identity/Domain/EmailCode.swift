import Models

/// The purpose of a mailed code. A code is only valid for its purpose.
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

    /// The lifetime of a code, in seconds.
    var seconds: Int64 {
        switch self {
        // As fresh as all other proofs.
        case .proof: 300
        case .verification, .change, .signIn: 600
        }
    }

    var message: MessageKind {
        switch self {
        case .verification: .emailVerification
        case .change: .emailChange
        case .proof: .proofCode
        case .signIn: .signInCode
        }
    }
}

/// A code for an address whose account is not yet known.
struct EmailCodeDraft: Sendable {
    let use: EmailCodeUse
    let code: OneTimeCode
    let secret: CodeSecret
    let expiresAt: UnixTime
    let message: MessageDraft
}

struct ShownEmailCode: Sendable {
    let use: EmailCodeUse
    /// Nil for malformed text.
    let code: OneTimeCode?
    let secret: CodeSecret
}

/// A sent code as stored; it stays for a while after it was used or has expired.
struct KeptEmailCode: Sendable {
    let hash: [UInt8]
    let tries: Int64
    let expiresAt: UnixTime
    let usedAt: UnixTime?
}

/// A code that was sent as a proof, and was right when its try was counted.
struct TriedEmailCode: Sendable {
    /// The hash of that code; a new one may have replaced it since.
    let hash: [UInt8]
}

/// The reason why a code is refused. The raw value is for the log.
enum EmailCodeRefusal: String, Error, Hashable, CaseIterable {
    case malformed = "no code"
    /// No code was sent for this purpose.
    case unsent = "none was sent"
    case used = "used before"
    case expired
    case usedUp = "too many tries"
    /// Wrong, or for another account or address.
    case mismatch = "another code"
    /// It was sent to the same user for another purpose; there is also a code for this one.
    case use = "sent for something else"
    /// It was sent to the same user for another purpose, and there is no valid code for this one.
    case onlyUse = "sent for something else, and none counts for this"
    /// It was sent to an address that the account no longer has.
    case address = "sent to another address"
    /// The account is not active.
    case disabled

    /// Returns nil for a valid code.
    ///
    /// - Parameters:
    ///   - kept: The stored code; nil if none was sent.
    ///   - isRight: Whether the shown code equals it.
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

    /// Checks a code again that was right when its try was counted; returns nil if it is still valid.
    ///
    /// - Parameter kept: The stored code for this purpose now, if any.
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

    /// Returns the refusal of a code that the same user got for another purpose.
    ///
    /// The user gets the same answer as for any wrong code. Otherwise codes could be guessed for another purpose, where
    /// their tries are not counted.
    ///
    /// - Parameter refusal: The refusal for the requested purpose.
    init(ofOtherUse refusal: EmailCodeRefusal) {
        switch refusal {
        case .mismatch: self = .use
        case .unsent, .used, .expired: self = .onlyUse
        case .malformed, .usedUp, .use, .onlyUse, .address, .disabled: self = refusal
        }
    }

    /// The error for a signed-in user.
    var answer: ServiceError {
        switch self {
        case .malformed: OneTimeCode.malformed(digits: OneTimeCode.emailDigits)
        case .mismatch, .use: ServiceError(.codeMismatch, "this code is wrong; use the one in the latest message")
        case .usedUp: Refusal.codeUsedUp.answer
        case .unsent, .used, .expired, .onlyUse, .address, .disabled: Refusal.noCode.answer
        }
    }

    /// The error for a sign-in. It is always the same, so that it reveals no accounts.
    static var signInAnswer: ServiceError {
        ServiceError(
            .codeMismatch, "this code is not valid: it is wrong, was used, or has expired; ask for a new one")
    }
}
