/// Appends an entry to the audit log, durable when this is answered. For actions of the edge itself: showing personal data,
/// starting a backup, a sign-in to the console. `ActForOperator` records acts in services. Errors: `invalidToken` and
/// `tokenExpired`.
public struct AppendAuditEntry: RequestFromEdge {
    public static let serviceCode = ServiceCode(.authSession, 24)

    /// auth-session itself fills in the caller from the credential.
    public var call: AuditedCall
    public var credential: OperatorCredential

    enum CodingKeys: Int, CodingKey { case call = 0, credential }

    public init(call: AuditedCall, by credential: OperatorCredential) {
        (self.call, self.credential) = (call, credential)
    }
}
