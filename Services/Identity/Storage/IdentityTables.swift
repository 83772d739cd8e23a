import Storage

extension Connection {
    var accounts: AccountTable { AccountTable(connection: self) }
    var emailCodeRequests: EmailCodeRequestTable { EmailCodeRequestTable(connection: self) }
    var emailCodes: EmailCodeTable { EmailCodeTable(connection: self) }
    var erasures: ErasureTable { ErasureTable(connection: self) }
    var knownNetworks: KnownNetworkTable { KnownNetworkTable(connection: self) }
    var messages: PersonalMessageTable { PersonalMessageTable(connection: self) }
    var passkeys: AccountPasskeyTable { AccountPasskeyTable(connection: self) }
    var passwordResets: PasswordResetTable { PasswordResetTable(connection: self) }
    var passwords: PasswordTable { PasswordTable(connection: self) }
    var phoneCodeRequests: PhoneCodeRequestTable { PhoneCodeRequestTable(connection: self) }
    var phoneCodes: PhoneCodeTable { PhoneCodeTable(connection: self) }
    var providerLinks: ProviderLinkTable { ProviderLinkTable(connection: self) }
    var recoveryCodes: RecoveryCodeTable { RecoveryCodeTable(connection: self) }
    var scheduledErasures: ScheduledErasureTable { ScheduledErasureTable(connection: self) }
    var signInCodes: SignInCodeTable { SignInCodeTable(connection: self) }
    var signInNames: SignInNameTable { SignInNameTable(connection: self) }
    var spentChallenges: SpentPasskeyChallengeTable { SpentPasskeyChallengeTable(connection: self) }
    var totps: TOTPTable { TOTPTable(connection: self) }
}
