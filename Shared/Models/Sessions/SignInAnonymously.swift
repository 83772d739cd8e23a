/// Creates an account without a name or a password, and its first session.
///
/// Errors: `unavailable` if identity is unreachable.
public struct SignInAnonymously: RequestFromEdge {
    public typealias Reply = SignedIn
    public static let service = ServiceName.authSession
    public static let code = MessageCode(.authSession, 14)

    public var kind: SessionKind

    enum CodingKeys: Int, CodingKey { case kind = 0 }

    public init(kind: SessionKind) {
        self.kind = kind
    }
}
