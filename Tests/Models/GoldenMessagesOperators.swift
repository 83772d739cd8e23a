// The golden bytes of what operators ask, and what they are answered.

import Models

extension GoldenMessage {
    static let operators: [GoldenMessage] = [
        GoldenMessage(0x0312, ListAccounts(limit: 1), "a1 04 01"),
        GoldenMessage(
            0x0312,
            ListAccounts(
                query: Personal("ada"), status: .active, method: .password, since: moment, limit: 50, cursor: "bmV4dA"),
            """
            a6 00 63616461 01 66616374697665 02 6870617373776f7264 03 1b000001932571437b 04 1832 05 66626d56346441
            """),
        GoldenMessage(ListAccounts.Reply(accounts: []), "a1 00 80"),
        GoldenMessage(
            ListAccounts.Reply(accounts: [summary], next: "bmV4dA"),
            """
            a2 00 81
            ab0078183566306333613965376231643263346636613865306231640107026661637469766503a10063616461046341646105684c
            6f76656c6163650668436f756e74657373076f616461406578616d706c652e6f726708826870617373776f72646870726f76696465
            72091b000001932571437b0a1b000001932a979f00 01 66626d56346441
            """),
        GoldenMessage(
            summary,
            """
            ab 00 7818356630633361396537623164326334663661386530623164 01 07 02 66616374697665 03 a10063616461
            04 63416461 05 684c6f76656c616365 06 68436f756e74657373 07 6f616461406578616d706c652e6f7267
            08 826870617373776f72646870726f7669646572 09 1b000001932571437b 0a 1b000001932a979f00
            """),
        GoldenMessage(
            0x0313, SendPasswordLink(account: account), "a1007818356630633361396537623164326334663661386530623164"),
        GoldenMessage(SendPasswordLink.Reply(expiresAt: later), "a1001b000001932a979f00"),
        GoldenMessage(
            SendPasswordLink.Reply(expiresAt: later, messageFile: "m.log"), "a2001b000001932a979f0001656d2e6c6f67"),
        GoldenMessage(
            0x0314,
            InviteAccount(
                email: Personal("ada@example.org"), details: ProfileDetails(firstName: Personal("Ada"), locale: "fr")),
            "a2006f616461406578616d706c652e6f726701a2006341646102626672"),
        GoldenMessage(
            InviteAccount.Reply(
                profile: AccountProfile(
                    account: account, number: 1, status: .active, names: AccountNames(), details: ProfileDetails(),
                    createdAt: moment, updatedAt: moment), expiresAt: later),
            """
            a200a90078183566306333613965376231643263346636613865306231640101026661637469766503a004a0051b00000193
            2571437b061b000001932571437b07a008a0011b000001932a979f00
            """),
        GoldenMessage(
            0x0602, ListPushTokens(account: account, withFailures: true),
            "a200781835663063336139653762316432633466366138653062316401f5"),
        GoldenMessage(
            PushToken(
                id: PushTokenID("2c4f6a8e0b1d5f0c3a9e7b1d")!, account: account, provider: .apns,
                environment: .production, purpose: .alert, platform: "ios", isMuted: false, createdAt: moment,
                updatedAt: moment, lastFailure: failure),
            """
            aa00781832633466366138653062316435663063336139653762316401781835663063336139653762316432633466366138
            6530623164026461706e73036a70726f64756374696f6e0465616c6572740563696f730af40b1b000001932571437b0c1b00
            0001932571437b0ea2006e426164446576696365546f6b656e011b000001932571437b
            """),
        GoldenMessage(failure, "a2006e426164446576696365546f6b656e011b000001932571437b"),
        GoldenMessage(
            call,
            """
            a800676170692d6b65790178183762316432633466366138653062316435663063336139650267537570706f7274036e4469
            7361626c654163636f756e740478183566306333613965376231643263346636613865306231640578183762316432633466
            366138653062316435663063336139650664646f6e65076433663163
            """),
        GoldenMessage(
            AuditedCall(credential: .operatorToken, call: "RotateSigningKey", outcome: "begun", request: "3f1c"),
            """
            a4006e6f70657261746f722d746f6b656e0370526f746174655369676e696e674b65790665626567756e076433663163
            """),
        GoldenMessage(
            entry,
            """
            a40007011b000001932571437b02a800676170692d6b65790178183762316432633466366138653062316435663063336139
            650267537570706f7274036e44697361626c654163636f756e74047818356630633361396537623164326334663661386530
            6231640578183762316432633466366138653062316435663063336139650664646f6e6507643366316303420102
            """),
        GoldenMessage(
            0x0218, AppendAuditEntry(call: call, by: .token(SecretText("s"))),
            """
            a200a800676170692d6b65790178183762316432633466366138653062316435663063336139650267537570706f7274036e
            44697361626c654163636f756e74047818356630633361396537623164326334663661386530623164057818376231643263
            3466366138653062316435663063336139650664646f6e65076433663163
            01a1006173
            """),
        GoldenMessage(0x0219, ListAuditEntries(limit: 50), "a1021832"),
        GoldenMessage(
            0x0219, ListAuditEntries(account: account, before: 7, limit: 50),
            "a30078183566306333613965376231643263346636613865306231640107021832"),
        GoldenMessage(
            ListAuditEntries.Reply(entries: [entry], next: 7),
            """
            a20081a40007011b000001932571437b02a800676170692d6b65790178183762316432633466366138653062316435663063
            336139650267537570706f7274036e44697361626c654163636f756e74047818356630633361396537623164326334663661
            3865306231640578183762316432633466366138653062316435663063336139650664646f6e650764336631630342010201
            07
            """),
        GoldenMessage(0x021B, CountInstallations(activeSince: moment), "a1001b000001932571437b"),
        GoldenMessage(
            CountInstallations.Reply(
                appVersions: FoldedCounts(folding: [.init(name: "1.2.0", count: 12), .init(name: nil, count: 10)]),
                systems: FoldedCounts(
                    folding: [.init(name: "iOS 17", count: 12), .init(name: "iOS 16", count: 9)], total: 22)),
            "a200a10082a20065312e322e30010ca1010a01a20081a20066694f53203137010c010a"),
        GoldenMessage(0x060F, CountPushLanguages(), "a0"),
        GoldenMessage(FoldedCounts.Group(name: "fr", count: 9), "a2006266720109"),
        GoldenMessage(FoldedCounts(folding: [.init(name: nil, count: 12)], total: 30), "a20081a1010c0112"),
        GoldenMessage(0x021A, VerifyAuditLog(limit: 9), "a3000001400209"),
        GoldenMessage(0x021A, VerifyAuditLog(after: 7, hash: [1, 2], limit: 9), "a30007014201020209"),
        GoldenMessage(
            VerifyAuditLog.Reply(number: 7, hash: [1, 2], broken: 8, hasMore: false), "a4000701420102020803f4"),
        GoldenMessage(132, MakeBackup(name: "b"), "a1006162"),
        GoldenMessage(133, VerifyBackup(name: "b"), "a1006162"),
        GoldenMessage(134, ListBackups(), "a0"),
        GoldenMessage(
            ListBackups.Reply(backups: [KeptBackup(name: "b", at: moment, bytes: 7, isWhole: true)], obstacle: "o"),
            "a20081a4006162011b000001932571437b020703f501616f"),
        GoldenMessage(
            KeptBackup(name: "b", at: moment, bytes: 7, isWhole: true), "a4006162011b000001932571437b020703f5"),
        GoldenMessage(131, ReadWarnings(), "a0"),
        GoldenMessage(
            ReadWarnings.Reply(warnings: [LoggedWarning(at: moment, level: "error", text: "t")]),
            "a10081a3001b000001932571437b01656572726f72026174"),
        GoldenMessage(
            LoggedWarning(at: moment, level: "error", text: "t"), "a3001b000001932571437b01656572726f72026174"),
        GoldenMessage(130, ListSecurityEvents(limit: 50), "a1031832"),
        GoldenMessage(
            130, ListSecurityEvents(account: account, event: "e", before: 7, limit: 50),
            "a40078183566306333613965376231643263346636613865306231640161650207031832"),
        GoldenMessage(
            ListSecurityEvents.Reply(events: [KeptSecurityEvent(number: 7, at: moment, event: "e")], next: 7),
            "a20081a30007011b000001932571437b0261650107"),
        GoldenMessage(
            event,
            """
            a90007011b000001932571437b02616503781835663063336139653762316432633466366138653062316404616d05617206
            616e0761730863336631
            """),
    ]

    private static let event = KeptSecurityEvent(
        number: 7, at: moment, event: "e", account: account, method: "m", reason: "r", network: "n", subject: "s",
        request: "3f1")
    private static let call = AuditedCall(
        credential: .apiKey, apiKey: APIKeyID("7b1d2c4f6a8e0b1d5f0c3a9e")!, apiKeyName: "Support",
        call: "DisableAccount", account: account, subjectKey: APIKeyID("7b1d2c4f6a8e0b1d5f0c3a9e")!, outcome: "done",
        request: "3f1c")
    private static let entry = AuditEntry(number: 7, at: moment, call: call, hash: [1, 2])
    private static let failure = PushFailure(reason: "BadDeviceToken", at: moment)
    private static let summary = AccountSummary(
        account: account, number: 7, status: .active, names: AccountNames(username: "ada"),
        firstName: Personal("Ada"), lastName: Personal("Lovelace"), displayName: Personal("Countess"),
        contactEmail: Personal("ada@example.org"), methods: [.password, .provider], createdAt: moment,
        lastLoginAt: later)
}
