/// Does not name the recipient: servers may quote the address, so only their codes are kept.
public struct SMTPFailure: Error, CustomStringConvertible, Sendable {
    public let description: String
    /// Whether the server would refuse the same mail again.
    public let isFinal: Bool
    /// Whether the connection ended or was unusable before anything of the mail was sent.
    let isOfConnection: Bool

    /// - Parameter description: Must not name the recipient.
    public init(_ description: String, isFinal: Bool = false) {
        self.init(description, isFinal: isFinal, isOfConnection: false)
    }

    init(_ description: String, isFinal: Bool = false, isOfConnection: Bool) {
        self.description = description
        self.isFinal = isFinal
        self.isOfConnection = isOfConnection
    }
}

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

    /// Whether it concerns the mail, and not the server in general.
    var isOfMail: Bool {
        switch self {
        case .sender, .recipient, .data, .content: true
        case .connect, .greeting, .hello, .startTLS, .handshake, .authentication: false
        }
    }
}
