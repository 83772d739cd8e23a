/// A change for an operator (decision 32). The edge sends it inside `ActForOperator`, with the credential. auth-session
/// verifies that, writes the audit log, and forwards the act to its service, which accepts it from no other sender.
public protocol OperatorAct: Request {
    /// The scopes that allow the act. An API key needs one of them.
    var neededScopes: [APIKeyScope] { get }
    var nameInAudit: String { get }
    var audited: AuditedSubject { get }
    /// The subject of the act, if it is known only from the reply; nil to use `audited`.
    static func audited(in reply: Reply) -> AuditedSubject?
    /// The outcome for the audit log: `AuditedCall.done`, alone or with counts.
    static func outcome(in reply: Reply) -> String
    /// Whether an operator sent the message. Users also send some of these messages.
    var isOfOperator: Bool { get }
    /// The API key whose own operator may perform the act without the scope `operate`; nil if all need the scope.
    var ownKey: APIKeyID? { get }
    /// Whether the act needs `ownKey` itself, whatever the scopes, and not a passkey of that key.
    var takesKeyItself: Bool { get }
}

extension OperatorAct {
    public static var isOperatorAct: Bool { true }
    public var nameInAudit: String { "\(Self.self)" }
    public var neededScopes: [APIKeyScope] { .operators }
    public var audited: AuditedSubject { AuditedSubject() }
    public static func audited(in reply: Reply) -> AuditedSubject? { nil }
    public static func outcome(in reply: Reply) -> String { AuditedCall.done }
    public var isOfOperator: Bool { true }
    public var ownKey: APIKeyID? { nil }
    public var takesKeyItself: Bool { false }
}

extension ServiceRequest where Self: OperatorAct {
    public static var senders: Set<ServiceName> { [.authSession] }
}

extension RequestByAccount where Self: OperatorAct {
    public var audited: AuditedSubject { AuditedSubject(account: account) }
}

extension [APIKeyScope] {
    public static let operators: [APIKeyScope] = [.operate]
    public static let assistants: [APIKeyScope] = [.assist, .operate]
    public static let viewers: [APIKeyScope] = [.view, .assist, .operate]
}

/// The account, the API key and anything else that an act is about, for the audit log. Each can be nil.
public struct AuditedSubject: Hashable, Sendable {
    public var account: AccountID?
    public var key: APIKeyID?
    /// The id or name of anything else. It is no secret, and no text about a user. The id of a device is left out,
    /// because it shows the device's place to its readers.
    public var name: String?

    public init(account: AccountID? = nil, key: APIKeyID? = nil, name: String? = nil) {
        (self.account, self.key, self.name) = (account, key, name)
    }
}

/// All acts of operators, by service.
public enum OperatorActs {
    public static let all: [any OperatorAct.Type] = [
        CreateAPIKey.self, RevokeAPIKey.self, AddAPIKeyPasskey.self, RemoveAPIKeyPasskey.self, RotateSigningKey.self,
        EndSession.self, EndOtherSessions.self,
        InviteAccount.self, EditAccount.self, SendPasswordLink.self, SetAccountStatus.self, EraseAccount.self,
        RemoveTOTP.self,
        BeginExport.self, BeginAccountImport.self, EndAccountImport.self,
        ResetDeviceKey.self, RemoveDeviceKey.self, EndSharing.self, BeginPlaceImport.self, EndPlaceImport.self,
        SetWebhook.self, ChangeWebhook.self, RemoveWebhook.self, RetryWebhook.self, TestWebhook.self, SendTestPush.self,
        SendNotification.self, ChangeNotification.self, CancelNotification.self, SetSeries.self, EndSeries.self,
        ChangeTags.self,
        DecideMissingAccounts.self,
    ]

    private static let byCode = Dictionary(uniqueKeysWithValues: all.map { ($0.code, $0) })

    public static func act(with code: MessageCode) -> (any OperatorAct.Type)? { byCode[code] }
}
