extension GoldenMessage {
    static let operators: [GoldenMessage] = [
        GoldenMessage(0x0312, ListAccounts(limit: 1), "a10401"),
        GoldenMessage(
            0x0312,
            ListAccounts(
                query: Personal("ada"), status: .active, method: .password, since: moment, limit: 50, cursor: "bmV4dA"),
            "a600636164610166616374697665026870617373776f726403 <moment> 0418320566626d56346441"),
        GoldenMessage(0x0312, ListAccounts(limit: 1, counted: true), "a2040106f5"),
        GoldenMessage(AccountList(accounts: []), "a10080"),
        GoldenMessage(AccountList(accounts: [], total: 0), "a200800200"),
        GoldenMessage(AccountList(accounts: [summary], nextCursor: "bmV4dA"), "a20081 <summary> 0166626d56346441"),
        GoldenMessage(summary, "<summary>"),
        GoldenMessage(0x0313, SendPasswordLink(account: account), "a100 <account>"),
        GoldenMessage(SentPasswordLink(expiresAt: later), "a100 <later>"),
        GoldenMessage(SentPasswordLink(expiresAt: later, messageFile: "m.log"), "a200 <later> 01656d2e6c6f67"),
        GoldenMessage(
            0x0314,
            InviteAccount(
                email: Personal("ada@example.org"), details: ProfileDetails(firstName: Personal("Ada"), locale: "fr")),
            "a2006f616461406578616d706c652e6f726701a2006341646102626672"),
        GoldenMessage(
            0x0314, InviteAccount(username: "ada", password: SecretText("s")), "a301a00263616461036173"),
        GoldenMessage(
            InviteAccount.Reply(
                profile: AccountProfile(
                    account: account, number: 1, status: .active, names: AccountNames(), details: ProfileDetails(),
                    createdAt: moment, updatedAt: moment), expiresAt: later),
            "a200a900 <account> 0101026661637469766503a004a005 <moment> 06 <moment> 07a008a001 <later>"),
        GoldenMessage(0x0602, ListPushTokens(account: account, withFailures: true), "a200 <account> 01f5"),
        GoldenMessage(
            PushToken(
                id: PushTokenID("2c4f6a8e0b1d5f0c3a9e7b1d")!, account: account, provider: .apns,
                environment: .production, purpose: .alert, platform: "ios", isMuted: false, createdAt: moment,
                updatedAt: moment, lastFailure: failure, session: session),
            """
            ab00 <token> 01 <account> 026461706e73036a70726f64756374696f6e0465616c6572740563696f730af40b <moment> 0c
            <moment> 0e <failureOfOperators> 11 <session>
            """),
        GoldenMessage(failure, "<failureOfOperators>"),
        GoldenMessage(call, "<call>"),
        GoldenMessage(
            AuditedCall(credential: .operatorToken, call: "RotateSigningKey", outcome: "begun", request: "3f1c"),
            "a4006e6f70657261746f722d746f6b656e0370526f746174655369676e696e674b65790665626567756e076433663163"),
        GoldenMessage(
            AuditedCall(
                credential: .operatorToken, call: "CancelNotification", subjectName: "n", outcome: "begun",
                request: "3f1c"),
            """
            a5006e6f70657261746f722d746f6b656e037243616e63656c4e6f74696669636174696f6e0665626567756e07643366316308616e
            """),
        GoldenMessage(entry, "<entry>"),
        GoldenMessage(0x0218, AppendAuditEntry(call: call, by: .token(SecretText("s"))), "a200 <call> 01a1006173"),
        GoldenMessage(0x0219, ListAuditEntries(limit: 50), "a1021832"),
        GoldenMessage(0x0219, ListAuditEntries(account: account, before: 7, limit: 50), "a300 <account> 0107021832"),
        GoldenMessage(
            0x0219,
            ListAuditEntries(
                limit: 50, credential: .apiKey, call: "A", since: moment, until: later, omittedCalls: ["B"]),
            "a602183203676170692d6b6579056141 06 <moment> 07 <later> 08816142"),
        GoldenMessage(ListAuditEntries.Reply(entries: [entry], next: 7), "a20081 <entry> 0107"),
        GoldenMessage(0x021B, CountInstallations(activeSince: moment), "a100 <moment>"),
        GoldenMessage(
            CountInstallations.Reply(
                appVersions: FoldedCounts(folding: [.init(name: "1.2.0", count: 12), .init(name: nil, count: 10)]),
                systems: FoldedCounts(
                    folding: [.init(name: "iOS 17", count: 12), .init(name: "iOS 16", count: 9)], total: 22)),
            "a200a10082a20065312e322e30010ca1010a01a20081a20066694f53203137010c010a"),
        GoldenMessage(
            0x029E, ListInstalledAccounts(appVersion: "1.2", activeSince: moment, after: account, limit: 9),
            "a40063312e3202 <moment> 03 <account> 0409"),
        GoldenMessage(
            0x029E, ListInstalledAccounts(system: "iOS", activeSince: moment, limit: 9), "a30163694f5302 <moment> 0409"),
        GoldenMessage(ListInstalledAccounts.Reply(accounts: [account], hasMore: true), "a20081 <account> 01f5"),
        GoldenMessage(
            0x0394, EditAccount(account: account, details: ProfileDetails(firstName: Personal("Ada"))),
            "a200 <account> 01a10063416461"),
        GoldenMessage(0x060F, CountPushLanguages(), "a0"),
        GoldenMessage(FoldedCounts.Group(name: "fr", count: 9), "a2006266720109"),
        GoldenMessage(FoldedCounts(folding: [.init(name: nil, count: 12)], total: 30), "a20081a1010c0112"),
        GoldenMessage(0x021A, VerifyAuditLog(limit: 9), "a3000001400209"),
        GoldenMessage(0x021A, VerifyAuditLog(after: 7, hash: [1, 2], limit: 9), "a30007014201020209"),
        GoldenMessage(
            VerifyAuditLog.Reply(number: 7, hash: [1, 2], broken: 8, hasMore: false),
            "a4000701420102020803f4"),
        GoldenMessage(132, MakeBackup(name: "b"), "a1006162"),
        GoldenMessage(132, MakeBackup(name: "b", lastGood: "a", failed: ["c"]), "a300616201616102816163"),
        GoldenMessage(133, VerifyBackup(name: "b"), "a1006162"),
        GoldenMessage(133, VerifyBackup(name: "b", isDrill: true), "a200616201f5"),
        GoldenMessage(0x0224, BeginBackup(), "a0"),
        GoldenMessage(0x0224, BeginBackup(name: "b"), "a1006162"),
        GoldenMessage(
            BackupJob(
                action: "make", backup: "b", beganAt: moment, endedAt: moment, done: ["push"], problem: "p",
                progress: BackupProgress(service: "push", copied: 1, total: 2)),
            "a700646d616b6501616202 <moment> 03 <moment> 04816470757368056170 06a300647075736801010202"),
        GoldenMessage(BackupProgress(service: "push", copied: 1, total: 2), "a300647075736801010202"),
        GoldenMessage(
            BackupHealth(
                backup: BackupHealth.Outcome(at: moment, backup: "b", problem: "p"),
                drill: BackupHealth.Outcome(at: moment, backup: "b", note: "n"), lastGood: "b"),
            "a300a300 <moment> 01616202617001a300 <moment> 01616203616e 026162"),
        GoldenMessage(BackupHealth.Outcome(at: moment, backup: "b", note: "n"), "a300 <moment> 01616203616e"),
        GoldenMessage(134, ListBackups(), "a0"),
        GoldenMessage(
            ListBackups.Reply(backups: [KeptBackup(name: "b", at: moment, bytes: 7, isWhole: true)], obstacle: "o"),
            "a20081a400616201 <moment> 020703f501616f"),
        GoldenMessage(KeptBackup(name: "b", at: moment, bytes: 7, isWhole: true), "a400616201 <moment> 020703f5"),
        GoldenMessage(140, ReadChecks(), "a0"),
        GoldenMessage(
            ReadChecks.Reply(version: "v", checks: [HealthCheck("n", of: "s", .warning("f", "r"))]),
            "a20061760181a500616e0161730202036166046172"),
        GoldenMessage(HealthCheck("n", of: "s", .warning("f", "r")), "a500616e0161730202036166046172"),
        GoldenMessage(131, ReadWarnings(), "a0"),
        GoldenMessage(
            ReadWarnings.Reply(warnings: [LoggedWarning(at: moment, level: "error", text: "t")]),
            "a10081a300 <moment> 01656572726f72026174"),
        GoldenMessage(LoggedWarning(at: moment, level: "error", text: "t"), "a300 <moment> 01656572726f72026174"),
        GoldenMessage(130, ListSecurityEvents(limit: 50), "a1031832"),
        GoldenMessage(
            130, ListSecurityEvents(account: account, event: "e", before: 7, limit: 50),
            "a400 <account> 0161650207031832"),
        GoldenMessage(
            ListSecurityEvents.Reply(events: [KeptSecurityEvent(number: 7, at: moment, event: "e")], next: 7),
            "a20081a3000701 <moment> 0261650107"),
        GoldenMessage(event, "a9000701 <moment> 02616503 <account> 04616d05617206616e0761730863336631"),
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
        id: account, number: 7, status: .active, names: AccountNames(username: "ada"),
        firstName: Personal("Ada"), lastName: Personal("Lovelace"), displayName: Personal("Countess"),
        contactEmail: Personal("ada@example.org"), methods: [.password, .provider], createdAt: moment,
        lastLoginAt: later)

    static let acts: [GoldenMessage] = [
        GoldenMessage(OperatorCredential.token(actSecret), "a1006173"),
        GoldenMessage(OperatorCredential.apiKey(actSecret), "a1016173"),
        GoldenMessage(OperatorCredential.passkey(actSecret), "a1026173"),
        GoldenMessage(
            0x0287, try! ActForOperator(RevokeAPIKey(id: APIKeyID("k1")!), at: .authSession, by: .token(actSecret)),
            "a400a100617301020219020c0345a100626b31"),
        GoldenMessage(try! ActForOperator.Reply(Done(), to: RevokeAPIKey.self), "a10041a0"),
        GoldenMessage(actMark, "a200646163743101 <moment>"),
        GoldenMessage(0x0087, SettleAct(actMark), "a100a200646163743101 <moment>"),
        GoldenMessage(SettleAct.Reply(isDone: true), "a100f5"),
        GoldenMessage(shownCredential, "a200a1006173016169"),
        GoldenMessage(
            0x0288, EraseOwnAccount(account: AccountID("a1")!, session: SessionID("s1")!, shown: shownCredential),
            "a3006261310162733102a200a1006173016169"),
    ]

    private static let actSecret = SecretText("s")
    private static let actMark = ActMark(id: "act1", at: moment)
    private static let shownCredential = ShownCredential(.token(actSecret), installation: "i")

    static let exports: [GoldenMessage] = [
        GoldenMessage(120, DescribeExport(), "a0"),
        GoldenMessage(DescribeExport.Reply(subjects: [subject]), "a10081 <subject>"),
        GoldenMessage(subject, "<subject>"),
        GoldenMessage(ExportSubject.Member(name: "a", form: .moment), "a200616101666d6f6d656e74"),
        GoldenMessage(121, ExportPage(account: account, subject: "n", after: "7"), "a300 <account> 01616e026137"),
        GoldenMessage(121, ExportPage(account: account, subject: "n"), "a200 <account> 01616e"),
        GoldenMessage(ExportPage.Reply(entries: Array("{}".utf8), next: "7"), "a200427b7d016137"),
        GoldenMessage(ExportPage.Reply(entries: [], next: nil), "a10040"),
        GoldenMessage(
            0x0297, Proven(BeginExport(account: account), session: SessionID("s1")!, proof: .password(secret)),
            "a300a100 <account> 0162733102a100 <secret>"),
        GoldenMessage(0x0378, BeginExport(account: account, person: person), "a200 <account> 01 <person>"),
        GoldenMessage(0x0378, BeginExport(account: account), "a100 <account>"),
    ]

    private static let subject = ExportSubject(name: "n", title: "t", members: [.init(name: "a", form: .moment)])
    private static let person = ProvenPerson(session: SessionID("s1")!, signedInAt: moment, password: secret)

    static let keyPasskeys: [GoldenMessage] = [
        GoldenMessage(
            0x021E,
            AddAPIKeyPasskey(
                key: key,
                attestation: PasskeyAttestation(
                    credentialID: [1, 2], clientData: Array("{}".utf8), attestationObject: [0xa0],
                    transports: ["usb"]),
                expected: expected, name: "Laptop"),
            "a400626b3101 <attestation> 02 <expected> 03664c6170746f70"),
        GoldenMessage(expected, "<expected>"),
        GoldenMessage(
            passkey(lastUsedAt: moment),
            """
            a70062703101626b31026b6261636b206f666669636503a200420102018168696e7465726e616c04664c6170746f7005 <moment>
            06 <moment>
            """),
        GoldenMessage(
            passkey(lastUsedAt: nil),
            """
            a60062703101626b31026b6261636b206f666669636503a200420102018168696e7465726e616c04664c6170746f7005 <moment>
            """),
        GoldenMessage(
            0x021F,
            VerifyAPIKeyPasskey(
                assertion: PasskeyAssertion(
                    credentialID: [1, 2], clientData: Array("{}".utf8), authenticatorData: [3], signature: [4],
                    userHandle: [5]),
                expected: expected),
            "a200a50042010201427b7d02410303410404410501 <expected>"),
        GoldenMessage(0x0220, ListAPIKeyPasskeys(key: key), "a100626b31"),
        GoldenMessage(0x0220, ListAPIKeyPasskeys(), "a0"),
        GoldenMessage(0x0221, RemoveAPIKeyPasskey(passkey: id, key: key), "a20062703101626b31"),
        GoldenMessage(0x0221, RemoveAPIKeyPasskey(passkey: id), "a100627031"),
        GoldenMessage(RemoveAPIKeyPasskey.Reply(key: key), "a100626b31"),
        GoldenMessage(0x0222, JudgeAPIKey(secret: SecretText("s")), "a1016173"),
        GoldenMessage(
            VerifyAPIKeyPasskey.Reply(
                principal: Principal(apiKey: key, scopes: [.view], expiresAt: nil), secret: SecretText("s")),
            "a200a203626b3104816476696577016173"),
    ]

    private static let id = PasskeyID("p1")!
    private static let key = APIKeyID("k1")!
    private static let expected = PasskeyExpectation(
        relyingParty: "localhost", origin: "http://localhost", challenge: [7])

    private static func passkey(lastUsedAt: UnixTime?) -> APIKeyPasskey {
        APIKeyPasskey(
            id: id, key: key, keyName: "back office",
            descriptor: PasskeyDescriptor(credentialID: [1, 2], transports: ["internal"]), name: "Laptop",
            createdAt: moment, lastUsedAt: lastUsedAt)
    }
}
