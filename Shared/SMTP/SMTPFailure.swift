// Why a mail was not handed over.

/// Why a mail was not handed over. Says nothing of whom it was for: what servers write may quote an address, so only
/// their codes are passed on.
public struct SMTPFailure: Error, CustomStringConvertible, Sendable {
    public let description: String
    /// Whether the server would refuse the same mail each time.
    public let isFinal: Bool
    /// Whether the connection ended or was out of use before anything of the mail had been said.
    let isOfConnection: Bool

    /// - Parameter description: Names nobody.
    public init(_ description: String, isFinal: Bool = false) {
        self.init(description, isFinal: isFinal, isOfConnection: false)
    }

    init(_ description: String, isFinal: Bool = false, isOfConnection: Bool) {
        self.description = description
        self.isFinal = isFinal
        self.isOfConnection = isOfConnection
    }
}

/// What is asked of a mail server, for the reasons of failures.
enum SMTPStep: String, Sendable {
    case connect = "the connection"
    case greeting = "the greeting"
    case hello = "EHLO"
    case startTLS = "STARTTLS"
    case handshake = "TLS"
    case authentication = "AUTH"
    case sender = "MAIL"
    case recipient = "RCPT"
    case data = "DATA"
    case content = "the mail"

    /// Whether it is about the mail, and not about whether the server can be used at all.
    var isOfMail: Bool {
        switch self {
        case .sender, .recipient, .data, .content: true
        case .connect, .greeting, .hello, .startTLS, .handshake, .authentication: false
        }
    }
}
