import Models

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

    /// How long the code is valid, in seconds.
    var seconds: Int64 {
        switch self {
        // A code as a proof must be as fresh as all other proofs.
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

struct EmailCodeDraft: Sendable {
    let use: EmailCodeUse
    let code: OneTimeCode
    let secret: CodeSecret
    let expiresAt: UnixTime
    let message: MessageDraft
}

struct ShownEmailCode: Sendable {
    let use: EmailCodeUse
    /// The code; nil for malformed text.
    let code: OneTimeCode?
    let secret: CodeSecret
}

/// A sent code as it is stored. It stays for a while after it was used or has expired.
struct KeptEmailCode: Sendable {
    let hash: [UInt8]
    let tries: Int64
    let expiresAt: UnixTime
    let usedAt: UnixTime?
}

/// A code that was sent as a proof, and was right when its try was counted.
struct TriedEmailCode: Sendable {
    /// The hash of the code; a new code may have replaced it since.
    let hash: [UInt8]
}

/// The reason why a code is refused. The raw value is for the log.
enum EmailCodeRefusal: String, Error, Hashable, CaseIterable {
    case malformed = "no code"
    case unsent = "none was sent"
    case used = "used before"
    case expired
    case usedUp = "too many tries"
    /// The code is wrong, or for another account or address.
    case mismatch = "another code"
    /// The code was sent to the same user for another purpose, and a code for this purpose is valid, too.
    case use = "sent for something else"
    /// The code was sent to the same user for another purpose, and no code for this purpose is valid.
    case onlyUse = "sent for something else, and none counts for this"
    case address = "sent to another address"
    case disabled

    /// Judges a code; nil for a valid code. `kept` is nil if no code was sent.
    init?(_ kept: KeptEmailCode?, isRight: Bool, countsTries: Bool = true, at now: UnixTime) {
        guard let kept else {
            self = .unsent
            return
        }
        if kept.usedAt != nil {
            self = .used
        } else if kept.expiresAt <= now {
            self = .expired
        } else if countsTries, kept.tries >= OneTimeCode.tries {
            self = .usedUp
        } else if !isRight {
            self = .mismatch
        } else {
            return nil
        }
    }

    /// Judges a code again, after its try was counted; nil if it is still valid. `kept` is the code that is stored now.
    init?(_ tried: TriedEmailCode, now kept: KeptEmailCode?, at now: UnixTime) {
        let same = kept.flatMap { $0.hash == tried.hash ? $0 : nil }
        self.init(same, isRight: true, countsTries: false, at: now)
    }

    /// Makes the refusal of a code that the user got for another purpose. Any wrong code for this purpose gets the same
    /// answer: the tries of the other code are not counted here, so a different answer would allow guesses.
    init(ofOtherUse refusal: EmailCodeRefusal) {
        switch refusal {
        case .mismatch: self = .use
        case .unsent, .used, .expired: self = .onlyUse
        case .malformed, .usedUp, .use, .onlyUse, .address, .disabled: self = refusal
        }
    }

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
        ServiceError(.codeMismatch, "this code is not valid: it is wrong, was used, or has expired; ask for a new one")
    }
}
