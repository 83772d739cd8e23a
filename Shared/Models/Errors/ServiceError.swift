/// An error instead of a reply. It is safe to show to a client.
public struct ServiceError: Error, Codable, Hashable, Sendable {
    public var code: ErrorCode
    /// One sentence about what happened and what to do, without secrets and internal text.
    public var message: String
    /// The seconds to wait before the next try; nil if unknown.
    public var retryAfter: Int?
    /// The ticket for the second step; nil unless the code is `secondStepNeeded`. Never printed.
    public var ticket: Personal<String>?
    /// The wrong member of the API's body, if all APIs give it the same name; otherwise nil.
    public var field: String?
    /// The wrong members after the first, which `field` and `message` are about; nil if there are no others.
    private var others: [WrongMember]?

    enum CodingKeys: Int, CodingKey { case code = 0, message, retryAfter, ticket, field, others }

    public init(
        _ code: ErrorCode, _ message: String, retryAfter: Int? = nil, ticket: Personal<String>? = nil,
        field: String? = nil
    ) {
        (self.code, self.message) = (code, message)
        (self.retryAfter, self.ticket, self.field) = (retryAfter, ticket, field)
    }

    /// All wrong members of the request, at most `WrongMembers.maximumCount`. The first is `field`, with `message`.
    public var wrongMembers: [WrongMember] {
        get { field.map { [WrongMember($0, message)] + (others ?? []) } ?? [] }
        set {
            if let first = newValue.first { message = first.message }
            field = newValue.first?.field
            others = newValue.count > 1 ? Array(newValue.dropFirst()) : nil
        }
    }
}

extension ServiceError {
    /// The error while accounts are missing in the accounts feed and no operator has decided about them.
    public static var accountsMissing: ServiceError {
        ServiceError(
            .unavailable, "accounts are missing on this server, and yours may be one of them; try again later",
            retryAfter: 60)
    }

    private static let unreachableText = " cannot be asked for its keys; try again"

    /// The error while the keys of a provider are unavailable. `provider` begins the sentence for the caller.
    public static func unreachable(_ provider: String = "the identity provider", retryAfter: Int) -> ServiceError {
        ServiceError(.unavailable, provider + unreachableText, retryAfter: retryAfter)
    }

    public var isOfProvider: Bool { code == .unavailable && message.hasSuffix(ServiceError.unreachableText) }
}

/// A violated rule of a service, with the error for its caller.
public protocol ServiceRefusal: Error {
    var answer: ServiceError { get }
}

extension Never: ServiceRefusal {
    public var answer: ServiceError { switch self {} }
}
