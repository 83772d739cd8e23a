import Storage

extension Connection {
    var accounts: AccountTable { AccountTable(connection: self) }
    var apiKeys: APIKeyTable { APIKeyTable(connection: self) }
    var appleAliases: AppleAliasTable { AppleAliasTable(connection: self) }
    var auditLog: AuditTable { AuditTable(connection: self) }
    var issuedSessions: IssuedSessionTable { IssuedSessionTable(connection: self) }
    var passkeys: APIKeyPasskeyTable { APIKeyPasskeyTable(connection: self) }
    var sessionClients: SessionClientTable { SessionClientTable(connection: self) }
    var sessions: SessionTable { SessionTable(connection: self) }
    var signOuts: SignOutTable { SignOutTable(connection: self) }
    var spentTokens: SpentTokenTable { SpentTokenTable(connection: self) }
}
