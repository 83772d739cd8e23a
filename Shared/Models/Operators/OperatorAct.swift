// What makes a message an act of an operator (decision 32).

/// A request that changes something in an operator's name.
///
/// The edge sends it within `ActForOperator`, with what the operator has shown. auth-session judges that, writes the audit
/// log, and has the act done by its service, which takes it from nobody else.
public protocol OperatorAct: Request {
    /// Of which scopes an API key needs one.
    var neededScopes: [APIKeyScope] { get }
    /// What the audit log calls it.
    var nameInAudit: String { get }
    /// Whom and what it is about, as the audit log has it.
    var audited: AuditedSubject { get }
    /// The same where only the reply says it; nil for what the act has said.
    static func audited(in reply: Reply) -> AuditedSubject?
    /// Whether this one is an operator's. A message that people send as well says no for theirs.
    var isOfOperator: Bool { get }
    /// The API key whose own operator it takes, where the scope is not `operate`; nil for whoever has one of the scopes.
    var ownKey: APIKeyID? { get }
    /// Whether it takes `ownKey` itself, whatever the scope, and no passkey of it.
    var takesKeyItself: Bool { get }
}

extension OperatorAct {
    public static var isOperatorAct: Bool { true }
    public var nameInAudit: String { "\(Self.self)" }
    public var neededScopes: [APIKeyScope] { .operators }
    public var audited: AuditedSubject { AuditedSubject() }
    public static func audited(in reply: Reply) -> AuditedSubject? { nil }
    public var isOfOperator: Bool { true }
    public var ownKey: APIKeyID? { nil }
    public var takesKeyItself: Bool { false }
}

extension ServiceRequest where Self: OperatorAct {
    public static var senders: Set<ServiceName> { [.authSession] }
}

extension [APIKeyScope] {
    /// Who may do everything.
    public static let operators: [APIKeyScope] = [.operate]
    /// Who may help one person.
    public static let assistants: [APIKeyScope] = [.assist, .operate]
    /// Who may see what there is.
    public static let viewers: [APIKeyScope] = [.view, .assist, .operate]
}

/// Whom an act is about, and which API key.
public struct AuditedSubject: Hashable, Sendable {
    public var account: AccountID?
    public var key: APIKeyID?

    public init(account: AccountID? = nil, key: APIKeyID? = nil) {
        self.account = account
        self.key = key
    }
}

/// All acts that there are.
public enum OperatorActs {
    public static let all: [any OperatorAct.Type] = [
        // auth-session's own
        CreateAPIKey.self, RevokeAPIKey.self, AddAPIKeyPasskey.self, RemoveAPIKeyPasskey.self, RotateSigningKey.self,
        EndSession.self, EndOtherSessions.self,
        // identity's
        InviteAccount.self, SendPasswordLink.self, SetAccountStatus.self, EraseAccount.self, RemoveTOTP.self,
        BeginExport.self,
        // location's
        ResetDeviceKey.self, RemoveDeviceKey.self,
        // push's
        SetWebhook.self, RemoveWebhook.self, RetryWebhook.self, SendTestPush.self, Announce.self,
        CancelAnnouncement.self, SendNotification.self, ChangeNotification.self, CancelNotification.self,
        SetSeries.self,
        EndSeries.self,
        // of every service
        DecideMissingAccounts.self,
    ]

    private static let byCode = Dictionary(uniqueKeysWithValues: all.map { ($0.code, $0) })

    /// The act with a code; nil where there is none.
    public static func act(with code: MessageCode) -> (any OperatorAct.Type)? { byCode[code] }
}
